// @ts-check
// All texts by their keys: [English, Japanese]. A game's own are in a file of their own.

import connectFour from "./texts/connect-four.js";
import duel from "./texts/duel.js";
import mazes from "./texts/mazes.js";
import page from "./texts/page.js";
import poker from "./texts/poker.js";
import sevens from "./texts/sevens.js";
import twinCool from "./texts/twin-cool.js";
import watch from "./texts/watch.js";

/** @type {Record<string, [string, string]>} */
export const TEXTS = { ...connectFour, ...duel, ...mazes, ...page, ...poker, ...sevens, ...twinCool, ...watch };
