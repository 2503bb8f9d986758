//! Networks as files: safetensors, with the layout of the vector that they read and the command that made them.

use super::card_head::{CardHead, ROW};
use super::net::{NARROW, Net, Shape, WIDE};
use super::vector;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use yomi_core::{Rejected, sentence};

/// The largest file of weights that is read.
pub const MOST_BYTES: u64 = 64 << 20;
/// The most numbers that go in, and rows that come out, of a network that is read.
const MOST_SIZE: usize = 1 << 16;

/// Under which a file tells all that it says beside its numbers: the order of several keys would differ from run to
/// run.
const KEY: &str = "yomi";

/// What a file of weights says beside them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct About {
    /// The command that made it.
    pub command: String,
    pub role: String,
    /// What tells its run from others, whatever files are called; nothing in files from earlier versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub run: String,
}

#[derive(Serialize, Deserialize)]
struct Told {
    game: String,
    layout: u32,
    #[serde(flatten)]
    about: About,
    /// The command that fitted the card head, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cards_by: Option<String>,
}

/// The name of the card head's tensor.
const CARDS: &str = "cards";

/// A file of these tensors, with what it tells as JSON.
pub fn pack<'a>(tensors: impl Iterator<Item = (&'a str, TensorView<'a>)>, told: &impl Serialize) -> Vec<u8> {
    let told = serde_json::to_string(told).expect("it is plain data");
    let told = [(KEY.to_string(), told)].into_iter().collect();
    safetensors::serialize(tensors, Some(told)).expect("the parts are sound")
}

/// What a file tells beside its numbers, and its tensors; `None` if it is none of ours.
pub fn unpack<T: for<'de> Deserialize<'de>>(bytes: &[u8]) -> Option<(T, SafeTensors<'_>)> {
    let (_, head) = SafeTensors::read_metadata(bytes).ok()?;
    let told = head.metadata().as_ref()?.get(KEY)?;
    Some((serde_json::from_str(told).ok()?, SafeTensors::deserialize(bytes).ok()?))
}

fn broken(what: &str) -> Rejected {
    Rejected(sentence!(
        "no weights of Duel: {what}; expected a file that `yomi train duel` wrote",
        "Duel の重みではありません（{what}）。`yomi train duel` のファイルを指定してください"
    ))
}

/// The tensors of a network: name, shape, and where they begin among all weights.
fn tensors(shape: Shape) -> [(&'static str, Vec<usize>, usize); 6] {
    [
        ("wide", vec![shape.inputs, WIDE], 0),
        ("wide_bias", vec![WIDE], shape.wide_bias()),
        ("narrow", vec![WIDE, NARROW], shape.narrow()),
        ("narrow_bias", vec![NARROW], shape.narrow_bias()),
        ("out", vec![shape.rows, NARROW], shape.out()),
        ("out_bias", vec![shape.rows], shape.out_bias()),
    ]
}

/// Numbers as they lie in the file.
pub fn bytes_of(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

/// The numbers of a tensor; `None` if it holds others than `f32`.
pub fn numbers_of(tensor: &TensorView<'_>) -> Option<Vec<f32>> {
    let number = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("four bytes"));
    (tensor.dtype() == Dtype::F32).then(|| tensor.data().chunks_exact(4).map(number).collect())
}

/// The file of a network.
pub fn write(net: &Net, about: &About) -> Vec<u8> {
    write_parts(net, about, None)
}

/// The file of a network with a head that reads cards, and the command that fitted the head.
pub fn write_with_cards(net: &Net, about: &About, head: &CardHead, cards_by: &str) -> Vec<u8> {
    write_parts(net, about, Some((head, cards_by)))
}

fn write_parts(net: &Net, about: &About, cards: Option<(&CardHead, &str)>) -> Vec<u8> {
    let of_net = tensors(net.shape).map(|(name, sizes, from)| {
        let count: usize = sizes.iter().product();
        (name, sizes, bytes_of(&net.weights[from..from + count]))
    });
    let of_cards =
        cards.map(|(head, _)| (CARDS, vec![head.weights.len() / ROW, ROW], bytes_of(&head.weights)));
    let parts: Vec<_> = of_net.into_iter().chain(of_cards).collect();
    let views = parts.iter().map(|(name, sizes, bytes)| {
        let view = TensorView::new(Dtype::F32, sizes.clone(), bytes).expect("as many bytes as its sizes say");
        (*name, view)
    });
    let cards_by = cards.map(|(_, command)| command.to_string());
    let about = Told { game: "duel".into(), layout: vector::VERSION, about: about.clone(), cards_by };
    pack(views, &about)
}

/// Reads the head that reads cards, and the command that fitted it; nothing if the file has none.
pub fn read_cards(bytes: &[u8]) -> Result<Option<(CardHead, String)>, Rejected> {
    let Some((told, all)) = unpack::<Told>(bytes) else { return Err(broken("it has no header of Yomi")) };
    let Ok(tensor) = all.tensor(CARDS) else { return Ok(None) };
    let fits = matches!(tensor.shape(), [rows, ROW] if (1..=MOST_SIZE).contains(rows));
    let numbers = numbers_of(&tensor).filter(|numbers| fits && numbers.iter().all(|x| x.is_finite()));
    let weights = numbers.ok_or_else(|| broken("the layer cards is of another size or has no numbers"))?;
    Ok(Some((CardHead { weights }, told.cards_by.unwrap_or_default())))
}

/// Reads a network that [`write()`] wrote.
pub fn read(bytes: &[u8]) -> Result<(Net, About), Rejected> {
    let Some((told, all)) = unpack::<Told>(bytes) else { return Err(broken("it has no header of Yomi")) };
    if told.game != "duel" {
        return Err(broken("it is of another game"));
    }
    if told.layout != vector::VERSION {
        let layout = vector::VERSION;
        return Err(Rejected(sentence!(
            "weights for another layout of the vector; expected layout {layout}: train them again",
            "別の版のベクトルの重みです。版 {layout} で学習し直してください"
        )));
    }
    let sizes = |name: &str| all.tensor(name).map(|t| t.shape().to_vec()).unwrap_or_default();
    let (Some(&inputs), Some(&rows)) = (sizes("wide").first(), sizes("out").first()) else {
        return Err(broken("a layer is missing"));
    };
    if inputs > MOST_SIZE || rows > MOST_SIZE {
        return Err(broken("it is too large"));
    }
    let shape = Shape { inputs, rows };
    let mut weights = Vec::with_capacity(shape.weights());
    for (name, sizes, _) in tensors(shape) {
        let tensor = all.tensor(name).ok().filter(|tensor| tensor.shape() == sizes);
        let numbers = tensor.as_ref().and_then(numbers_of);
        let numbers =
            numbers.ok_or_else(|| broken(&format!("the layer {name} is missing or of another size")))?;
        if !numbers.iter().all(|x| x.is_finite()) {
            return Err(broken(&format!("the layer {name} has a number that is none")));
        }
        weights.extend(numbers);
    }
    Ok((Net { shape, weights }, told.about))
}
