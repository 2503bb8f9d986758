// @ts-check
// Watching agents: [English, Japanese].

/** @type {Record<string, [string, string]>} */
export default {
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
