// @ts-check
// What Yomi said about one position, for the first page:
// yomi advise sevens --seed 3 --moves "D6 S8 H6 D5 C8 S6 D4 C6 S5 pass pass H5 D3 H8 S4" --limit 100000it --json

export const EXAMPLE = {
  address: "/sevens?seed=3&moves=D6.S8.H6.D5.C8.S6.D4.C6.S5.pass.pass.H5.D3.H8.S4&seat=1",
  move: "S3",
  value: "52.4",
  margin: "1.6",
  /** What seat 0 may hold, card by card: yours, on the table, Yomi's move, or the step of the chance. */
  cells: [
    "mi h4 pk tb tb tb tb tb h6 h2 h3 h2 h5",
    "h5 h6 h5 h3 tb tb tb tb mi h7 h6 h5 mi",
    "mi mi tb tb tb tb tb mi h5 h4 h4 h4 h4",
    "h3 h3 mi mi h4 tb tb tb h3 mi mi mi h5",
  ].join(" ").split(" "),
};
