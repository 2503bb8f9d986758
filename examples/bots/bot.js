// A player for Yomi in JavaScript (node): chooses among the legal moves by chance, in any game.
//
//   yomi arena connect-four --agents "exec(cmd='node examples/bots/bot.js') random" --games 20

let luck = 1;
const below = (n) => {
  luck = (luck * 48271) % 2147483647;
  return luck % n;
};

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  const answer = { id: message.id };
  if (message.cmd === "start") { // game, settings, seat, seed
    luck = (message.seed % 2147483646) + 1;
    answer.ok = true;
  } else if (message.cmd === "move") { // game, view, limit
    // Everything that the seat sees is in the view. Put your thinking here.
    answer.move = message.view.legal[below(message.view.legal.length)];
  } else { // over, with the payoffs of all seats
    answer.ok = true;
  }
  console.log(JSON.stringify(answer));
});
