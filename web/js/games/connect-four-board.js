// @ts-check
// Places on the board of Connect Four, for the marks on it: a column from 1 to 7, a row from 1 (the lowest) to 6.

export const COLUMNS = ["1", "2", "3", "4", "5", "6", "7"];
/** From the top, as the board is drawn. */
export const ROWS = [6, 5, 4, 3, 2, 1];

/** Where a disc would come to lie. @param {string[]} lines @param {string | null} column */
export function landing(lines, column) {
  if (column === null) return "";
  const free = lines.filter((line) => line[Number(column) - 1] === ".").length;
  return free ? `${column}${ROWS[free - 1]}` : "";
}

/** The disc that was dropped last. @param {string[]} lines @param {string | undefined} column */
export function lastDisc(lines, column) {
  if (column === undefined) return "";
  const free = lines.filter((line) => line[Number(column) - 1] === ".").length;
  return `${column}${ROWS[free]}`;
}

/** The discs of a row of four or more. @param {string[]} lines */
export function fourOf(lines) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const [dy, dx] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
    for (let y = 0; y < ROWS.length; y += 1) {
      for (let x = 0; x < COLUMNS.length; x += 1) {
        const run = [0, 1, 2, 3].map((i) => [y + i * dy, x + i * dx]);
        const discs = run.map(([row, column]) => lines[row]?.[column] ?? ".");
        if (discs[0] === "." || discs.some((disc) => disc !== discs[0])) continue;
        for (const [row, column] of run) found.add(`${COLUMNS[column]}${ROWS[row]}`);
      }
    }
  }
  return found;
}
