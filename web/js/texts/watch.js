// @ts-check
// Watching agents: [English, Japanese].

/** @type {Record<string, [string, string]>} */
export default {
  "partner.level": ["Your partner plays at level {level} of {of}.", "相手の強さはレベル{level}（全{of}）です。"],
  "partner.level.many": ["Your partners play at level {level} of {of}.", "相手は全員レベル{level}（全{of}）です。"],
  "partner.counts": ["The game counts for your rating while advice stays hidden and nothing is taken back.", "助言を隠し、待ったをしなければ、あなたの評価に数えます。"],
  "partner.helped": ["The game does not count for your rating: none with advice or a move taken back does.", "助言や待ったを使った対局は、評価に数えません。"],
  "partner.moved": ["Your rating: {before} → {after} {unit}. About as strong as you: level {level}.", "あなたの評価：{before} → {after} {unit}。同じくらいの強さはレベル{level}です。"],
  "partner.stands": ["Your rating: {after} {unit}. About as strong as you: level {level}.", "あなたの評価：{after} {unit}。同じくらいの強さはレベル{level}です。"],
  "partner.unit.elo": ["Elo, best is 0", "Elo（最強が 0）"],
  "partner.unit.chips": ["chips per game, best is 0", "チップ/局（最強が 0）"],

  "watch.title.many": ["Watch agents play each other", "エージェントの対局を見る"],
  "watch.title.one": ["Watch an agent play", "エージェントの手を見る"],
  "watch.what": ["With the deal and the settings above. Step through it, or let it run at any speed; Yomi reads every position beside it.", "上の配りと設定で始めます。一手ずつでも、好きな速さで続けても見られます。局面ごとに読みも出ます。"],
  "watch.begin": ["Watch", "観戦する"],
  "watch.offer": ["Let agents play on", "ここからエージェントに打たせる"],
  "watch.controls": ["Watching", "観戦"],
  "watch.seat": ["Seat {n}", "席{n}"],
  "watch.player": ["Agent", "エージェント"],
  "watch.step": ["Step", "一手進める"],
  "watch.play": ["Play", "続けて見る"],
  "watch.pause": ["Pause", "止める"],
  "watch.stop": ["Leave", "観戦をやめる"],
  "watch.speed": ["Between two moves", "一手の間隔"],
  "watch.none": ["none", "なし"],
};
