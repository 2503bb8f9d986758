//! The `yomi` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(missing) = missing_cpu_feature() {
        eprintln!(
            "yomi: this CPU has no {missing}; build for it with: RUSTFLAGS=\"-C target-cpu=native\" cargo build --release"
        );
        return ExitCode::from(2);
    }
    yomi_cli::main()
}

/// The first instruction set that this binary was built for and the CPU does not have.
fn missing_cpu_feature() -> Option<&'static str> {
    #[cfg(target_arch = "x86_64")]
    {
        let built_for_v3 =
            cfg!(all(target_feature = "avx2", target_feature = "bmi2", target_feature = "fma"));
        let checks = [
            ("AVX2", std::arch::is_x86_feature_detected!("avx2")),
            ("BMI2", std::arch::is_x86_feature_detected!("bmi2")),
            ("FMA", std::arch::is_x86_feature_detected!("fma")),
        ];
        if built_for_v3 {
            return checks.into_iter().find(|(_, there)| !there).map(|(name, _)| name);
        }
    }
    None
}
