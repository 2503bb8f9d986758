// @ts-check
// Before a game of Duel: a deal against Yomi or a real game, with the cards of the game or cards of one's own.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import * as api from "../api.js";
import { text, tipped } from "../games/duel-card.js";
import { catalogue, counted } from "../games/duel-cards.js";
import { open } from "../game.js";
import { begin as beginDeal } from "../partner.js";
import { shows } from "../shows.js";
import { changeForm, set, state as store } from "../store.js";
import { sentence, t } from "../words.js";
import { note, oneOf } from "./parts.js";
import { strengthField } from "./partner.js";

/** @import { Settings, State } from "../types" */
/** @import { Card } from "../games/duel-cards.js" */

/** The decks of the standard cards. */
const DECKS = ["aggro", "control", "ramp", "combo"];
const [DECK, HAND, COPIES, SHIELDS] = [40, 5, 4, 5];

/**
 * @typedef {object} Form
 * @property {string} seed
 * @property {string} seat who plays: a seat, or all
 * @property {string} strength of the opponent in a deal: best, auto or a level
 * @property {string} own the deck of our seat, for a deal
 * @property {string} other the decks that the opponent may have
 * @property {string} file a card file as it was pasted
 * @property {string} accepted the same, once the server has read it
 * @property {string} mark what views call these cards
 * @property {boolean} starts whether we begin
 * @property {Record<string, number>} deck
 * @property {Record<string, number>} hand
 * @property {string} list a pasted list of a deck
 * @property {string} refused the line of the list that is not understood
 * @property {number} sample which deck of a kind was filled in last
 */

/** @type {Form} */
const EMPTY = { seed: "1", seat: "0", strength: "best", own: "any", other: "any", file: "", accepted: "", mark: "standard", starts: true, deck: {}, hand: {}, list: "", refused: "", sample: -1 };

/** @param {(form: Form) => Partial<Form>} more */
const change = (more) => changeForm(EMPTY, more);

/** @returns {Form} */
const form = () => store.setup ?? EMPTY;

/** @param {Form} form */
const cardSettings = ({ accepted }) => /** @type {Settings} */ (accepted ? { cards: accepted } : {});

/** Which decks, as settings write them. @param {Form} form @param {"own" | "other"} whose */
function deckField(form, whose) {
  const label = t(whose === "own" ? "duel.setup.own_deck" : "duel.setup.other_deck");
  const value = form[whose];
  const input = (/** @type {any} */ event) => change(() => (whose === "own" ? { own: event.target.value } : { other: event.target.value }));
  if (form.accepted) return html`<label>${label}<input class="field" .value=${value} @change=${input}></label>`;
  return html`<label>${label}<select class="field" @change=${input}><option value="any" ?selected=${value === "any"}>${t("duel.deck.any")}</option>
    ${DECKS.map((deck) => html`<option value=${deck} ?selected=${value === deck}>${t(`duel.deck.${deck}`)}</option>`)}</select></label>`;
}

/** Whether the pasted cards are other than those in use: then what is refused is about them. @param {Form} form */
const isUnread = ({ file, accepted }) => file.trim() !== accepted.trim();

/** Cards of one's own, pasted: content, never a path. @param {State} state @param {Form} form */
const ownCards = (state, form) => html`<details class="own-cards" ?open=${form.file !== ""}><summary>${t("duel.setup.cards")}</summary>
  <p class="sub" id="cards-how">${t("duel.setup.cards.how")}</p>
  <label class="sr" for="cards">${t("duel.setup.cards")}</label>
  <textarea class="field" id="cards" rows="8" wrap="off" spellcheck="false" aria-describedby="cards-how" aria-invalid=${String(state.fault !== null && isUnread(form))} .value=${form.file}
    @input=${(/** @type {any} */ event) => change(() => ({ file: event.target.value }))}></textarea>
  <div class="acts"><button class="btn" type="button" id="read-cards" ?disabled=${form.file === form.accepted} @click=${readCards}>${t(form.file ? "duel.setup.read" : "duel.setup.standard")}</button>
    <span class="sub" role="status">${form.accepted && form.file === form.accepted ? t("duel.setup.accepted", { n: catalogue(cardSettings(form)).size }) : ""}</span></div>
  <div role="alert">${isUnread(form) ? note(state.fault, state.prefs.lang) : nothing}</div></details>`;

/** The server reads the pasted cards: it says what is wrong, with card and line. @returns {Promise<boolean>} */
async function readCards() {
  const { file } = form();
  const settings = /** @type {Settings} */ (file.trim() ? { cards: file } : {});
  try {
    const { view } = await api.position({ game: "duel", settings, source: { seed: 0, moves: [], seat: 0 } });
    change(() => ({ accepted: file.trim() ? file : "", mark: view.cards, own: "any", other: "any", deck: {}, hand: {} }));
    return true;
  } catch (why) {
    if (why instanceof api.Refused) {
      set({ fault: why.fault });
      showLine(file, why.fault.text.en);
    } else if (why instanceof api.Away) set({ away: true });
    else throw why;
    return false;
  }
}

/** The line that a fault names is selected, where it is to be put right. @param {string} file @param {string} fault */
function showLine(file, fault) {
  const line = Number(/\bline (\d+)/.exec(fault)?.[1] ?? 0);
  const field = document.querySelector("#cards");
  if (!(field instanceof HTMLTextAreaElement)) return;
  const lines = file.split("\n");
  const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  requestAnimationFrame(() => {
    field.focus();
    if (line) field.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
    if (line) field.scrollTop = (field.scrollHeight * (line - 3)) / lines.length;
    document.querySelector("#refused")?.scrollIntoView({ block: "nearest" });
  });
}

/** What was pasted counts, whether or not it was read before. */
const readFirst = async () => !isUnread(form()) || (await readCards());

/** @param {State} state */
export function practiceDuel(state) {
  const now = form();
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await readFirst()) deal(form());
  };
  return html`<form class="choice" @submit=${submit}><h2>${t("setup.deal")}</h2><p>${t("setup.deal.many")}</p>
    <div class="fields">
      <label>${t("setup.seed")}<input class="field short" inputmode="numeric" pattern="[0-9]*" ${shows(now.seed)} @input=${(/** @type {any} */ e) => change(() => ({ seed: e.target.value.replace(/\D/g, "") }))}></label>
      <label>${t("setup.who")}<select class="field" @change=${(/** @type {any} */ e) => change(() => ({ seat: e.target.value }))}>
        ${["0", "1", "all"].map((seat) => html`<option value=${seat} ?selected=${now.seat === seat}>${seat === "all" ? t("setup.all_seats") : t("setup.as_seat", { n: seat })}</option>`)}</select></label>
      ${now.seat === "all" ? nothing : strengthField(state.games.find(({ game }) => game === "duel"), now.strength, (strength) => change(() => ({ strength })))}
      ${deckField(now, "own")}${deckField(now, "other")}
    </div>
    ${ownCards(state, now)}
    <div class="acts"><button class="btn" type="submit">${t("setup.begin")}</button></div>
    <div role="alert">${isUnread(now) ? nothing : note(state.fault, state.prefs.lang)}</div></form>`;
}

/** @param {Form} form */
function deal(form) {
  const all = form.seat === "all";
  const [mine, theirs] = form.seat === "1" ? [1, 0] : [0, 1];
  const settings = /** @type {Settings} */ ({ ...cardSettings(form), [`deck${mine}`]: form.own || "any", [`deck${theirs}`]: form.other || "any" });
  beginDeal({ game: "duel", settings, source: { seed: Number(form.seed || 0), moves: [], seat: all ? null : mine } }, all ? null : form.strength);
}

/** @param {Record<string, number>} counts */
const total = (counts) => Object.values(counts).reduce((sum, n) => sum + n, 0);

/** One more copy, and none after the last. @param {Record<string, number>} counts @param {string} id @param {number} most */
function cycled(counts, id, most) {
  const { [id]: n = 0, ...rest } = counts;
  return n >= most ? rest : { ...counts, [id]: n + 1 };
}

/** A real game. @param {State} state */
export function setupDuel(state) {
  const now = form();
  const cards = [...catalogue(cardSettings(now)).values()];
  const [deck, hand] = [total(now.deck), total(now.hand)];
  const missing = deck !== DECK ? t("duel.setup.deck.missing", { n: deck, of: DECK }) : hand !== HAND ? t("duel.setup.hand.missing", { n: hand, of: HAND }) : "";
  const chip = (/** @type {string} */ zone, /** @type {Card} */ card, /** @type {number} */ n, /** @type {string} */ says, /** @type {() => void} */ tap) =>
    tipped(`${zone}-${card.id}`, html`<button type="button" class="chip ${n ? "on" : ""}" data-card=${card.id} aria-label=${says} aria-describedby="tip-${zone}-${card.id}" @click=${tap}><span>${sentence(card.name)}</span><b>${n || ""}</b></button>`, text(card.id, card));
  return html`<section class="sec setup" aria-labelledby="th"><header><h1 id="th">${t("setup.duel")}</h1><span class="sub">${t("setup.kept")}</span></header>
    <div class="rows"><div><span class="label">${t("duel.setup.starts")}</span>${oneOf(t("duel.setup.starts"), [{ value: "own", text: t("you") }, { value: "other", text: t("duel.opponent") }], now.starts ? "own" : "other", (value) => change(() => ({ starts: value === "own" })))}</div></div>
    <div class="fields">${deckField(now, "other")}</div>
    ${ownCards(state, now)}
    <h2>${t("duel.setup.deck")}</h2><p class="sub">${t("duel.setup.deck.how")}</p>
    ${now.accepted ? nothing : html`<div class="acts">${DECKS.map((kind) => html`<button class="btn" type="button" @click=${() => fill(kind)}>${t(`duel.deck.${kind}`)}</button>`)}</div>`}
    <details class="deck-list"><summary>${t("duel.setup.list")}</summary><label class="sr" for="deck-list">${t("duel.setup.list")}</label>
      <textarea class="field" id="deck-list" rows="6" spellcheck="false" placeholder=${t("duel.setup.list.example")} .value=${now.list} @input=${(/** @type {any} */ event) => change(() => ({ list: event.target.value }))}></textarea>
      <div class="acts"><button class="btn" type="button" ?disabled=${!now.list.trim()} @click=${readList}>${t("duel.setup.list.read")}</button></div>
      <div role="alert">${now.refused ? html`<p class="note">${t("duel.setup.list.refused", { line: now.refused })}</p>` : nothing}</div></details>
    <p class="sub" aria-live="polite">${t("duel.setup.chosen", { n: deck, of: DECK })}</p>
    <div class="chips deck">${cards.map((card) => chip("deck", card, now.deck[card.id] ?? 0, t("duel.setup.in_deck", { card: sentence(card.name), n: now.deck[card.id] ?? 0 }), () => change(({ deck, hand }) => ({ deck: cycled(deck, card.id, COPIES), hand: { ...hand, [card.id]: 0 } }))))}</div>
    <h2>${t("duel.setup.hand")}</h2><p class="sub" aria-live="polite">${t("duel.setup.chosen", { n: hand, of: HAND })}</p>
    <div class="chips hand-of">${cards.filter((card) => now.deck[card.id]).map((card) => chip("hand", card, now.hand[card.id] ?? 0, t("duel.setup.in_hand", { card: sentence(card.name), n: now.hand[card.id] ?? 0 }), () => change((form) => taken(form, card.id))))}</div>
    <div role="alert">${isUnread(now) ? nothing : note(state.fault, state.prefs.lang)}</div>
    <div class="acts sticky"><button class="btn go" type="button" ?disabled=${missing !== ""} @click=${begin}>${missing || t("setup.begin_real")}</button></div>
  </section>`;
}

/** A card more in the first hand: no more than the deck has, and than a hand takes. @param {Form} form @param {string} id @returns {Partial<Form>} */
function taken({ deck, hand }, id) {
  const room = HAND - total(hand);
  return { hand: cycled(hand, id, Math.min(deck[id], (hand[id] ?? 0) + room)) };
}

/** Fills in a deck of a kind, as the game deals one; once more, another one. @param {string} kind */
async function fill(kind) {
  const sample = form().sample + 1;
  const answer = await api.position({ game: "duel", settings: { deck0: kind }, source: { seed: sample, moves: [], seat: 0 } }).catch(() => null);
  if (!answer) return;
  const { hand, unseen } = answer.view.own;
  change(() => ({ deck: Object.fromEntries(counted([...hand, ...unseen])), hand: {}, sample, refused: "" }));
}

/** Reads a list of a deck: a number and a name in each line. */
function readList() {
  const now = form();
  const cards = [...catalogue(cardSettings(now)).values()];
  /** @type {Record<string, number>} */
  const deck = {};
  for (const [at, line] of now.list.split("\n").entries()) {
    const text = line.trim();
    if (!text || text.startsWith("#")) continue;
    const found = /^(?:(\d+)\s*[x×]?\s+)?(.+?)(?:\s*[x×]\s*(\d+))?$/i.exec(text);
    const name = (found?.[2] ?? "").trim().toLowerCase();
    const card = cards.find((one) => [one.id, one.name.en.toLowerCase(), one.name.ja].includes(name));
    const n = Number(found?.[1] ?? found?.[3] ?? 1);
    if (!card || n < 1 || (deck[card.id] ?? 0) + n > COPIES) return change(() => ({ refused: `${at + 1}: ${text}` }));
    deck[card.id] = (deck[card.id] ?? 0) + n;
  }
  change(() => ({ deck, hand: {}, refused: "" }));
}

/** @param {Record<string, number>} counts */
const spread = (counts) => Object.entries(counts).flatMap(([id, n]) => Array.from({ length: n }, () => id));

async function begin() {
  if (!(await readFirst())) return;
  const { deck, hand, starts, mark, other } = form();
  const left = Object.fromEntries(Object.entries(deck).map(([id, n]) => [id, n - (hand[id] ?? 0)]));
  const shields = Array.from({ length: SHIELDS }, () => ({ card: "?", known: "nobody" }));
  const side = { library: DECK - HAND - SHIELDS, shields };
  const start = {
    seat: 0, cards: mark, turn: 1, active: starts ? 0 : 1, stage: "charge",
    own: { ...side, hand: spread(hand), unseen: spread(left) }, other: { ...side, hand: Array.from({ length: HAND }, () => "?") },
  };
  open({ game: "duel", settings: { ...cardSettings(form()), deck1: other || "any" }, source: { start, entries: [] } });
}
