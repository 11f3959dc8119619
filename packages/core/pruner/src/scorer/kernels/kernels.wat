;; The hot loops of the network over rows of float32. Plain JavaScript has no vector instructions; fixed-width SIMD gives
;; the same bits on every machine. All addresses are in bytes, a row has a multiple of 16 (of 32 in mix, mixColumns and
;; look), and every loop runs at least once. What stands between `for r of …` and `end` is repeated with each number for
;; `{r}`, and four times it for `{4r}`. kernels.test.ts assembles it into assembled-kernels.ts: vitest -u.
(module
  (memory (import "kernels" "memory") 1)

  ;; output[row] = relu(bias + input[row] · weights) + residual[row], four rows and eight channels at a time, so that
  ;; each weight is loaded once for four rows. The input is in fours: a channel of four rows, then the next channel of the
  ;; same rows. Residual 0 is none. One input at a time: of several the compiler loads all first, and has no registers left
  ;; for the sums.
  (func (export "mix")
    (param $input i32) (param $output i32) (param $weights i32) (param $bias i32) (param $rows i32)
    (param $inputs i32) (param $outputs i32) (param $residual i32)
    (local $channel i32) (local $row i32) (local $weight i32) (local $inputBytes i32)
    (local $outputBytes i32) (local $target i32) (local $from i32) (local $end i32) (local $sum0a v128)
    (local $sum0b v128) (local $sum1a v128) (local $sum1b v128)
    (local $sum2a v128) (local $sum2b v128) (local $sum3a v128) (local $sum3b v128) (local $w0 v128) (local $w1 v128)
    (local $x v128)
    (local.set $inputBytes (i32.mul (local.get $inputs) (i32.const 4)))
    (local.set $outputBytes (i32.mul (local.get $outputs) (i32.const 4)))
    (local.set $channel (i32.const 0))
    (loop $channels
      (local.set $row (i32.const 0))
      (loop $rows
        ;; for r of 0 1 2 3
        (local.set $sum{r}a
          (v128.load align=4 (i32.add (local.get $bias) (i32.mul (local.get $channel) (i32.const 4)))))
        (local.set $sum{r}b
          (v128.load offset=16 align=4 (i32.add (local.get $bias) (i32.mul (local.get $channel) (i32.const 4)))))
        ;; end
        (local.set $weight (i32.add (local.get $weights) (i32.mul (local.get $channel) (i32.const 4))))
        (local.set $from (i32.add (local.get $input) (i32.mul (local.get $row) (local.get $inputBytes))))
        (local.set $end (i32.add (local.get $from) (i32.mul (local.get $inputBytes) (i32.const 4))))
        (loop $inputs
          (local.set $w0 (v128.load align=4 (local.get $weight)))
          (local.set $w1 (v128.load offset=16 align=4 (local.get $weight)))
          ;; for r of 0 1 2 3
          (local.set $x (v128.load32_splat offset={4r} (local.get $from)))
          (local.set $sum{r}a (f32x4.add (local.get $sum{r}a) (f32x4.mul (local.get $x) (local.get $w0))))
          (local.set $sum{r}b (f32x4.add (local.get $sum{r}b) (f32x4.mul (local.get $x) (local.get $w1))))
          ;; end
          (local.set $weight (i32.add (local.get $weight) (local.get $outputBytes)))
          (local.set $from (i32.add (local.get $from) (i32.const 16)))
          (br_if $inputs (i32.lt_u (local.get $from) (local.get $end))))
        ;; for r of 0 1 2 3
        (local.set $sum{r}a (f32x4.pmax (local.get $sum{r}a) (v128.const i32x4 0 0 0 0)))
        (local.set $sum{r}b (f32x4.pmax (local.get $sum{r}b) (v128.const i32x4 0 0 0 0)))
        (if (local.get $residual)
          (then
            (local.set $from
              (i32.add
                (i32.add
                  (local.get $residual)
                  (i32.mul (i32.add (local.get $row) (i32.const {r})) (local.get $outputBytes)))
                (i32.mul (local.get $channel) (i32.const 4))))
            (local.set $sum{r}a (f32x4.add (local.get $sum{r}a) (v128.load align=4 (local.get $from))))
            (local.set $sum{r}b (f32x4.add (local.get $sum{r}b) (v128.load offset=16 align=4 (local.get $from))))))
        (local.set $target
          (i32.add
            (i32.add (local.get $output) (i32.mul (i32.add (local.get $row) (i32.const {r})) (local.get $outputBytes)))
            (i32.mul (local.get $channel) (i32.const 4))))
        (v128.store align=4 (local.get $target) (local.get $sum{r}a))
        (v128.store offset=16 align=4 (local.get $target) (local.get $sum{r}b))
        ;; end
        (local.set $row (i32.add (local.get $row) (i32.const 4)))
        (br_if $rows (i32.lt_s (local.get $row) (local.get $rows))))
      (local.set $channel (i32.add (local.get $channel) (i32.const 8)))
      (br_if $channels (i32.lt_s (local.get $channel) (local.get $outputs)))))

  ;; output[row] = relu(bias + inputs of row · weights), where half of the inputs are nothing (a line is no heading, a word
  ;; is not in it). Of every four rows the inputs that one of them has are listed first, each with its weights; one that is
  ;; nothing is written over by the next. They come in the same order, so the sums are the same to the last bit.
  (func (export "mixColumns")
    (param $input i32) (param $output i32) (param $weights i32) (param $bias i32) (param $rows i32)
    (param $inputs i32) (param $outputs i32) (param $places i32) (param $list i32)
    (local $row i32) (local $rowStart i32) (local $left i32) (local $place i32) (local $weight i32)
    (local $column i32) (local $entry i32) (local $end i32) (local $channel i32) (local $outputBytes i32)
    (local $target i32) (local $sum0a v128) (local $sum0b v128) (local $sum1a v128) (local $sum1b v128)
    (local $sum2a v128) (local $sum2b v128) (local $sum3a v128) (local $sum3b v128) (local $w0 v128) (local $w1 v128)
    (local $x v128)
    (local.set $outputBytes (i32.mul (local.get $outputs) (i32.const 4)))
    (local.set $row (i32.const 0))
    (loop $rows
      (local.set $rowStart (i32.add (local.get $input) (i32.mul (local.get $row) (i32.const 4))))
      (local.set $place (local.get $places))
      (local.set $weight (local.get $weights))
      (local.set $end (local.get $list))
      (local.set $left (local.get $inputs))
      (loop $listed
        (local.set $column (i32.add (local.get $rowStart) (i32.load (local.get $place))))
        (i32.store (local.get $end) (local.get $column))
        (i32.store offset=4 (local.get $end) (local.get $weight))
        (local.set $end
          (i32.add (local.get $end) (i32.mul (v128.any_true (v128.load align=4 (local.get $column))) (i32.const 8))))
        (local.set $weight (i32.add (local.get $weight) (local.get $outputBytes)))
        (local.set $place (i32.add (local.get $place) (i32.const 4)))
        (local.set $left (i32.add (local.get $left) (i32.const -1)))
        (br_if $listed (local.get $left)))
      (local.set $channel (i32.const 0))
      (loop $channels
        ;; for r of 0 1 2 3
        (local.set $sum{r}a (v128.load align=4 (i32.add (local.get $bias) (local.get $channel))))
        (local.set $sum{r}b (v128.load offset=16 align=4 (i32.add (local.get $bias) (local.get $channel))))
        ;; end
        (local.set $entry (local.get $list))
        (if (i32.lt_s (local.get $entry) (local.get $end))
          (then
            (loop $inputs
              (local.set $column (i32.load (local.get $entry)))
              (local.set $weight (i32.add (i32.load offset=4 (local.get $entry)) (local.get $channel)))
              (local.set $w0 (v128.load align=4 (local.get $weight)))
              (local.set $w1 (v128.load offset=16 align=4 (local.get $weight)))
              ;; for r of 0 1 2 3
              (local.set $x (v128.load32_splat offset={4r} (local.get $column)))
              (local.set $sum{r}a (f32x4.add (local.get $sum{r}a) (f32x4.mul (local.get $x) (local.get $w0))))
              (local.set $sum{r}b (f32x4.add (local.get $sum{r}b) (f32x4.mul (local.get $x) (local.get $w1))))
              ;; end
              (local.set $entry (i32.add (local.get $entry) (i32.const 8)))
              (br_if $inputs (i32.lt_s (local.get $entry) (local.get $end))))))
        ;; for r of 0 1 2 3
        (local.set $target
          (i32.add
            (i32.add (local.get $output) (i32.mul (i32.add (local.get $row) (i32.const {r})) (local.get $outputBytes)))
            (local.get $channel)))
        (v128.store align=4 (local.get $target) (f32x4.pmax (local.get $sum{r}a) (v128.const i32x4 0 0 0 0)))
        (v128.store offset=16 align=4 (local.get $target) (f32x4.pmax (local.get $sum{r}b) (v128.const i32x4 0 0 0 0)))
        ;; end
        (local.set $channel (i32.add (local.get $channel) (i32.const 32)))
        (br_if $channels (i32.lt_s (local.get $channel) (local.get $outputBytes))))
      (local.set $row (i32.add (local.get $row) (i32.const 4)))
      (br_if $rows (i32.lt_s (local.get $row) (local.get $rows)))))

  ;; Adds to each line the best match before, at or behind it, faded by the distance. Pairs of float64, as plain JavaScript
  ;; counts, and rounded to float32 in memory where it would round them: first up from the last line, then down.
  (func (export "fade")
    (param $matches i32) (param $lines i32) (param $least i32) (param $output i32) (param $ahead i32)
    (param $factors i32)
    (local $line i32) (local $here i32) (local $keep v128) (local $scale v128) (local $best v128)
    (local.set $keep (v128.load align=4 (local.get $factors)))
    (local.set $scale (v128.load64_splat offset=16 (local.get $factors)))
    (local.set $best (v128.const i32x4 0 0 0 0))
    (local.set $line (local.get $lines))
    (loop $upwards
      (local.set $line (i32.add (local.get $line) (i32.const -1)))
      (local.set $best (f64x2.mul (local.get $best) (local.get $keep)))
      (local.set $here (i32.load8_u (i32.add (local.get $matches) (local.get $line))))
      (if (i32.ge_s (local.get $here) (local.get $least))
        (then
          (local.set $best (f64x2.pmax (local.get $best) (f64x2.splat (f64.convert_i32_u (local.get $here)))))))
      (v128.store64_lane 0
        (i32.add (local.get $ahead) (i32.mul (local.get $line) (i32.const 8)))
        (f32x4.demote_f64x2_zero (local.get $best)))
      (br_if $upwards (local.get $line)))
    (local.set $best (v128.const i32x4 0 0 0 0))
    (loop $downwards
      (local.set $best (f64x2.mul (local.get $best) (local.get $keep)))
      (v128.store64_lane 0
        (i32.add (local.get $output) (i32.mul (local.get $line) (i32.const 8)))
        (f32x4.demote_f64x2_zero
          (f64x2.add
            (f64x2.promote_low_f32x4
              (v128.load64_zero (i32.add (local.get $output) (i32.mul (local.get $line) (i32.const 8)))))
            (f64x2.mul
              (f64x2.pmax
                (local.get $best)
                (f64x2.promote_low_f32x4
                  (v128.load64_zero (i32.add (local.get $ahead) (i32.mul (local.get $line) (i32.const 8))))))
              (local.get $scale)))))
      (local.set $here (i32.load8_u (i32.add (local.get $matches) (local.get $line))))
      (if (i32.ge_s (local.get $here) (local.get $least))
        (then
          (local.set $best (f64x2.pmax (local.get $best) (f64x2.splat (f64.convert_i32_u (local.get $here)))))))
      (local.set $line (i32.add (local.get $line) (i32.const 1)))
      (br_if $downwards (i32.lt_s (local.get $line) (local.get $lines)))))

  ;; output[row] = Σ over taps of weights[tap] × what stands `tap` steps after input + row, channel by channel. The output
  ;; is in fours, as mix reads it: four rows and four channels at a time, turned at the end.
  (func (export "look")
    (param $input i32) (param $output i32) (param $weights i32) (param $rows i32) (param $channels i32)
    (param $taps i32) (param $tapStep i32)
    (local $row i32) (local $channel i32) (local $left i32) (local $weight i32) (local $bytes i32) (local $from0 i32)
    (local $from1 i32) (local $from2 i32) (local $from3 i32) (local $w v128) (local $sum0 v128) (local $sum1 v128)
    (local $sum2 v128) (local $sum3 v128) (local $low01 v128) (local $low23 v128) (local $high01 v128)
    (local $high23 v128)
    (local.set $bytes (i32.mul (local.get $channels) (i32.const 4)))
    (local.set $row (i32.const 0))
    (loop $rows
      (local.set $channel (i32.const 0))
      (loop $channels
        ;; for r of 0 1 2 3
        (local.set $sum{r} (v128.const i32x4 0 0 0 0))
        ;; end
        (local.set $from0 (i32.add (local.get $input) (local.get $channel)))
        (local.set $from1 (i32.add (local.get $from0) (local.get $bytes)))
        (local.set $from2 (i32.add (local.get $from1) (local.get $bytes)))
        (local.set $from3 (i32.add (local.get $from2) (local.get $bytes)))
        (local.set $weight (i32.add (local.get $weights) (local.get $channel)))
        (local.set $left (local.get $taps))
        (loop $taps
          (local.set $w (v128.load align=4 (local.get $weight)))
          ;; for r of 0 1 2 3
          (local.set $sum{r}
            (f32x4.add (local.get $sum{r}) (f32x4.mul (v128.load align=4 (local.get $from{r})) (local.get $w))))
          ;; end
          ;; for r of 0 1 2 3
          (local.set $from{r} (i32.add (local.get $from{r}) (local.get $tapStep)))
          ;; end
          (local.set $weight (i32.add (local.get $weight) (local.get $bytes)))
          (local.set $left (i32.add (local.get $left) (i32.const -1)))
          (br_if $taps (local.get $left)))
        (local.set $low01
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $sum0) (local.get $sum1)))
        (local.set $low23
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $sum2) (local.get $sum3)))
        (local.set $high01
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $sum0) (local.get $sum1)))
        (local.set $high23
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $sum2) (local.get $sum3)))
        (v128.store align=4
          (local.get $output)
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $low01) (local.get $low23)))
        (v128.store offset=16 align=4
          (local.get $output)
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $low01) (local.get $low23)))
        (v128.store offset=32 align=4
          (local.get $output)
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $high01) (local.get $high23)))
        (v128.store offset=48 align=4
          (local.get $output)
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $high01) (local.get $high23)))
        (local.set $output (i32.add (local.get $output) (i32.const 64)))
        (local.set $channel (i32.add (local.get $channel) (i32.const 16)))
        (br_if $channels (i32.lt_s (local.get $channel) (local.get $bytes))))
      (local.set $input (i32.add (local.get $input) (i32.mul (local.get $bytes) (i32.const 4))))
      (local.set $row (i32.add (local.get $row) (i32.const 4)))
      (br_if $rows (i32.lt_s (local.get $row) (local.get $rows)))))

  ;; Of each column, four numbers of which the most is the most of its bits, as numbers without a sign: 0 if it has nothing,
  ;; and above those of 1 if a number is not from 0 to 1.
  (func (export "highestBits")
    (param $columns i32) (param $output i32) (param $count i32) (param $bytes i32)
    (local $end i32) (local $most v128)
    (loop $columns
      (local.set $most (v128.const i32x4 0 0 0 0))
      (local.set $end (i32.add (local.get $columns) (local.get $bytes)))
      (loop $vectors
        (local.set $most (i32x4.max_u (local.get $most) (v128.load align=4 (local.get $columns))))
        (local.set $columns (i32.add (local.get $columns) (i32.const 16)))
        (br_if $vectors (i32.lt_u (local.get $columns) (local.get $end))))
      (v128.store align=4 (local.get $output) (local.get $most))
      (local.set $output (i32.add (local.get $output) (i32.const 16)))
      (local.set $count (i32.add (local.get $count) (i32.const -1)))
      (br_if $columns (local.get $count))))

  ;; Adds each row to that of its unit, and to `top` what is the highest of any.
  (func (export "sumUnits")
    (param $rows i32) (param $output i32) (param $units i32) (param $count i32) (param $bytes i32) (param $top i32)
    (local $row i32) (local $at i32) (local $unit i32) (local $place i32) (local $here v128)
    (local.set $row (i32.const 0))
    (loop $rows
      (local.set $unit (i32.add (local.get $output) (i32.mul (i32.load (local.get $units)) (local.get $bytes))))
      (local.set $at (i32.const 0))
      (loop $vectors
        (local.set $here (v128.load align=4 (i32.add (local.get $rows) (local.get $at))))
        (local.set $place (i32.add (local.get $unit) (local.get $at)))
        (v128.store align=4 (local.get $place) (f32x4.add (v128.load align=4 (local.get $place)) (local.get $here)))
        (local.set $place (i32.add (local.get $top) (local.get $at)))
        (v128.store align=4 (local.get $place) (f32x4.pmax (v128.load align=4 (local.get $place)) (local.get $here)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $vectors (i32.lt_s (local.get $at) (local.get $bytes))))
      (local.set $rows (i32.add (local.get $rows) (local.get $bytes)))
      (local.set $units (i32.add (local.get $units) (i32.const 4)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $rows (i32.lt_s (local.get $row) (local.get $count)))))

  ;; Adds all rows up in `whole`, and writes each times its own factor, a float64, in fours, as mix reads them.
  (func (export "scaleUnits")
    (param $rows i32) (param $output i32) (param $factors i32) (param $count i32) (param $bytes i32) (param $whole i32)
    (local $row i32) (local $at i32) (local $place i32) (local $target i32) (local $factor v128) (local $here v128)
    (local $scaled v128)
    (local.set $row (i32.const 0))
    (loop $rows
      (local.set $factor (v128.load64_splat (i32.add (local.get $factors) (i32.mul (local.get $row) (i32.const 8)))))
      (local.set $target
        (i32.add
          (local.get $output)
          (i32.add
            (i32.mul (i32.and (local.get $row) (i32.const -4)) (local.get $bytes))
            (i32.mul (i32.and (local.get $row) (i32.const 3)) (i32.const 4)))))
      (local.set $at (i32.const 0))
      (loop $vectors
        (local.set $here (v128.load align=4 (i32.add (local.get $rows) (local.get $at))))
        (local.set $place (i32.add (local.get $whole) (local.get $at)))
        (v128.store align=4 (local.get $place) (f32x4.add (v128.load align=4 (local.get $place)) (local.get $here)))
        (local.set $scaled
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
            (f32x4.demote_f64x2_zero (f64x2.mul (f64x2.promote_low_f32x4 (local.get $here)) (local.get $factor)))
            (f32x4.demote_f64x2_zero
              (f64x2.mul
                (f64x2.promote_low_f32x4
                  (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $here) (local.get $here)))
                (local.get $factor)))))
        (v128.store32_lane 0 (local.get $target) (local.get $scaled))
        (v128.store32_lane offset=16 1 (local.get $target) (local.get $scaled))
        (v128.store32_lane offset=32 2 (local.get $target) (local.get $scaled))
        (v128.store32_lane offset=48 3 (local.get $target) (local.get $scaled))
        (local.set $target (i32.add (local.get $target) (i32.const 64)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $vectors (i32.lt_s (local.get $at) (local.get $bytes))))
      (local.set $rows (i32.add (local.get $rows) (local.get $bytes)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $rows (i32.lt_s (local.get $row) (local.get $count)))))

  ;; Rows of int8, of `size` bytes and a multiple of 8, each times its factor, a float64; in fours, as mix reads them.
  (func (export "scaleRows")
    (param $table i32) (param $factors i32) (param $output i32) (param $count i32) (param $size i32)
    (local $row i32) (local $from i32) (local $end i32) (local $target i32) (local $factor v128)
    (local $eight v128) (local $four v128) (local $low v128) (local $high v128)
    (local.set $row (i32.const 0))
    (loop $rows
      (local.set $factor
        (v128.load64_splat (i32.add (local.get $factors) (i32.mul (local.get $row) (i32.const 8)))))
      (local.set $from (i32.add (local.get $table) (i32.mul (local.get $row) (local.get $size))))
      (local.set $end (i32.add (local.get $from) (local.get $size)))
      (local.set $target
        (i32.add
          (local.get $output)
          (i32.mul
            (i32.add
              (i32.mul (i32.and (local.get $row) (i32.const -4)) (local.get $size))
              (i32.and (local.get $row) (i32.const 3)))
            (i32.const 4))))
      (loop $vectors
        (local.set $eight (v128.load8x8_s align=1 (local.get $from)))
        (local.set $four (i32x4.extend_low_i16x8_s (local.get $eight)))
        (local.set $low
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
            (f32x4.demote_f64x2_zero (f64x2.mul (f64x2.convert_low_i32x4_s (local.get $four)) (local.get $factor)))
            (f32x4.demote_f64x2_zero
              (f64x2.mul
                (f64x2.convert_low_i32x4_s
                  (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $four) (local.get $four)))
                (local.get $factor)))))
        (local.set $four (i32x4.extend_high_i16x8_s (local.get $eight)))
        (local.set $high
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
            (f32x4.demote_f64x2_zero (f64x2.mul (f64x2.convert_low_i32x4_s (local.get $four)) (local.get $factor)))
            (f32x4.demote_f64x2_zero
              (f64x2.mul
                (f64x2.convert_low_i32x4_s
                  (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $four) (local.get $four)))
                (local.get $factor)))))
        (v128.store32_lane 0 (local.get $target) (local.get $low))
        (v128.store32_lane offset=16 1 (local.get $target) (local.get $low))
        (v128.store32_lane offset=32 2 (local.get $target) (local.get $low))
        (v128.store32_lane offset=48 3 (local.get $target) (local.get $low))
        (v128.store32_lane offset=64 0 (local.get $target) (local.get $high))
        (v128.store32_lane offset=80 1 (local.get $target) (local.get $high))
        (v128.store32_lane offset=96 2 (local.get $target) (local.get $high))
        (v128.store32_lane offset=112 3 (local.get $target) (local.get $high))
        (local.set $target (i32.add (local.get $target) (i32.const 128)))
        (local.set $from (i32.add (local.get $from) (i32.const 8)))
        (br_if $vectors (i32.lt_u (local.get $from) (local.get $end))))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $rows (i32.lt_s (local.get $row) (local.get $count)))))

  ;; Adds to each row that of its unit.
  (func (export "addUnits")
    (param $rows i32) (param $input i32) (param $units i32) (param $count i32) (param $bytes i32)
    (local $row i32) (local $at i32) (local $unit i32) (local $place i32)
    (local.set $row (i32.const 0))
    (loop $rows
      (local.set $unit (i32.add (local.get $input) (i32.mul (i32.load (local.get $units)) (local.get $bytes))))
      (local.set $at (i32.const 0))
      (loop $vectors
        (local.set $place (i32.add (local.get $rows) (local.get $at)))
        (v128.store align=4
          (local.get $place)
          (f32x4.add
            (v128.load align=4 (local.get $place))
            (v128.load align=4 (i32.add (local.get $unit) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $vectors (i32.lt_s (local.get $at) (local.get $bytes))))
      (local.set $rows (i32.add (local.get $rows) (local.get $bytes)))
      (local.set $units (i32.add (local.get $units) (i32.const 4)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $rows (i32.lt_s (local.get $row) (local.get $count)))))

  ;; output[row] = Σ weights × rows[row], one number a row.
  (func (export "dot")
    (param $rows i32) (param $output i32) (param $weights i32) (param $count i32) (param $bytes i32)
    (local $row i32) (local $at i32) (local $sum v128)
    (local.set $row (i32.const 0))
    (loop $rows
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $vectors
        (local.set $sum
          (f32x4.add
            (local.get $sum)
            (f32x4.mul
              (v128.load align=4 (i32.add (local.get $rows) (local.get $at)))
              (v128.load align=4 (i32.add (local.get $weights) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $vectors (i32.lt_s (local.get $at) (local.get $bytes))))
      (f32.store
        (local.get $output)
        (f32.add
          (f32.add
            (f32.add (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum)))
            (f32x4.extract_lane 2 (local.get $sum)))
          (f32x4.extract_lane 3 (local.get $sum))))
      (local.set $rows (i32.add (local.get $rows) (local.get $bytes)))
      (local.set $output (i32.add (local.get $output) (i32.const 4)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $rows (i32.lt_s (local.get $row) (local.get $count))))))
