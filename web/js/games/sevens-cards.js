// @ts-check
// The cards of Sevens, and which of them lie open: for the marks on the board. What may be played, the server says.

export const SUITS = ["S", "H", "D", "C"];
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

const SIGNS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });

/** A card with the sign of its suit. @param {string} card */
export const signs = (card) => (SIGNS[card[0]] ? SIGNS[card[0]] + card.slice(1) : card);

/**
 * The cards that may be played by the seat that holds them.
 * @param {Set<string>} laid without the sevens
 * @param {string} rules
 */
export function openCards(laid, rules) {
  const open = new Set();
  for (const suit of SUITS) {
    const lies = RANKS.map((rank) => rank === "7" || laid.has(suit + rank));
    const [ace, king] = [lies[0], lies[12]];
    const low = rules === "reverse" && king ? up(lies, 0, 6) : down(lies, 5, -1);
    const high = rules === "reverse" && ace ? down(lies, 12, 6) : up(lies, 7, 13);
    if (!(rules === "closing" && ace && !king) && low >= 0) open.add(suit + RANKS[low]);
    if (!(rules === "closing" && king && !ace) && high >= 0) open.add(suit + RANKS[high]);
    if (rules === "contest" && ace !== king) open.add(suit + (ace ? "K" : "A"));
  }
  return open;
}

/** The first gap from here upwards. @param {boolean[]} lies @param {number} from @param {number} to */
function up(lies, from, to) {
  for (let i = from; i < to; i += 1) if (!lies[i]) return i;
  return -1;
}

/** The first gap from here downwards. @param {boolean[]} lies @param {number} from @param {number} to */
function down(lies, from, to) {
  for (let i = from; i > to; i -= 1) if (!lies[i]) return i;
  return -1;
}
