//! Times: milliseconds since 1970, in UTC, and how people write them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use yomi_engine::Fault;
use yomi_engine::fault::excerpt;

/// Milliseconds since the beginning of 1970, UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Time(pub i64);

const DAY_MS: i64 = 86_400_000;

/// The date of a day counted from 1970-01-01 (Howard Hinnant's algorithm: years begin in March, so that the
/// leap day comes last).
fn date_of(day: i64) -> (i64, i64, i64) {
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

fn day_of((year, month, day): (i64, i64, i64)) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year - 719_468
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date_of(self.0.div_euclid(DAY_MS));
        let seconds = self.0.rem_euclid(DAY_MS) / 1000;
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

impl Time {
    /// The time so many days later.
    #[must_use]
    pub fn plus_days(self, days: i64) -> Time {
        Time(self.0.saturating_add(days.saturating_mul(DAY_MS)))
    }

    /// As a date without a time, or a time; `None` for anything else. The flag tells that it is a date.
    fn read(text: &str) -> Option<(Time, bool)> {
        let (date, time) = match text.split_once(['T', ' ']) {
            Some((date, time)) => (date, Some(time)),
            None => (text, None),
        };
        let numbers = |text: &str, by: char| -> Option<Vec<i64>> {
            let plain = |part: &str| part.bytes().all(|b| b.is_ascii_digit()) && part.len() <= 4;
            text.split(by).map(|part| part.parse::<i64>().ok().filter(|_| plain(part))).collect()
        };
        let [year, month, day] = <[i64; 3]>::try_from(numbers(date, '-')?).ok()?;
        let whole_day = day_of((year, month, day));
        if date_of(whole_day) != (year, month, day) {
            return None;
        }
        let seconds = match time {
            None => 0,
            Some(time) => match numbers(time.trim_end_matches('Z'), ':')?[..] {
                [hour @ 0..24, minute @ 0..60] => hour * 3600 + minute * 60,
                [hour @ 0..24, minute @ 0..60, second @ 0..60] => hour * 3600 + minute * 60 + second,
                _ => return None,
            },
        };
        Some((Time(whole_day * DAY_MS + seconds * 1000), time.is_none()))
    }

    /// The end of what was typed: of a date the end of the day.
    pub fn parse_end(text: &str) -> Result<Time, Fault> {
        let (time, is_date) = Time::read(text).ok_or_else(|| refused(text))?;
        Ok(if is_date { Time(time.plus_days(1).0 - 1) } else { time })
    }
}

fn refused(text: &str) -> Fault {
    let text = excerpt(text);
    Fault::bad_option(
        format!("{text:?}: expected a date such as 2026-11-17 or a time such as 2026-11-17T09:30 (UTC)"),
        format!("{text:?}: 2026-11-17 のような日付か 2026-11-17T09:30 のような時刻（UTC）にしてください"),
    )
}

impl FromStr for Time {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Time, Fault> {
        Time::read(text).map(|(time, _)| time).ok_or_else(|| refused(text))
    }
}

impl Serialize for Time {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_dates() {
        for (text, ms) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2000-02-29T12:00:00Z", 951_825_600_000),
            ("2026-11-17T09:30:15Z", 1_794_907_815_000),
            ("1969-12-31T23:59:59Z", -1000),
        ] {
            assert_eq!(text.parse::<Time>().unwrap(), Time(ms));
            assert_eq!(Time(ms).to_string(), text);
        }
        assert_eq!("2026-11-17".parse::<Time>().unwrap().to_string(), "2026-11-17T00:00:00Z");
        assert_eq!(Time::parse_end("2026-11-17").unwrap().to_string(), "2026-11-17T23:59:59Z");
        assert_eq!(Time::parse_end("2026-11-17T08:00").unwrap().to_string(), "2026-11-17T08:00:00Z");
    }

    #[test]
    fn every_day_of_four_centuries_comes_back() {
        for day in -1000..147_000 {
            assert_eq!(day_of(date_of(day)), day);
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for bad in ["", "today", "2026-02-30", "2026-13-01", "2026-11-17T25:00", "2026-11", "+026-11-17"] {
            assert!(bad.parse::<Time>().is_err(), "{bad:?}");
        }
    }
}
