;; The loops over bitmaps that a search spends its time in, sixteen bytes at a turn.
;;
;; A bitmap is the address of its first byte, a multiple of 16. All loops go over the bytes [$at, $end) of each
;; bitmap, multiples of 16 too. `bitmap.ts` is the only caller.
(module
  (import "engine" "memory" (memory 0 65536 shared))

  ;; out = a and b and c
  (func (export "and") (param $out i32) (param $a i32) (param $b i32) (param $c i32) (param $at i32) (param $end i32)
    (block $done
      (loop $turn
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (v128.store (i32.add (local.get $out) (local.get $at))
          (v128.and
            (v128.load (i32.add (local.get $a) (local.get $at)))
            (v128.and
              (v128.load (i32.add (local.get $b) (local.get $at)))
              (v128.load (i32.add (local.get $c) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $turn))))

  ;; out = a or b or c
  (func (export "or") (param $out i32) (param $a i32) (param $b i32) (param $c i32) (param $at i32) (param $end i32)
    (block $done
      (loop $turn
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (v128.store (i32.add (local.get $out) (local.get $at))
          (v128.or
            (v128.load (i32.add (local.get $a) (local.get $at)))
            (v128.or
              (v128.load (i32.add (local.get $b) (local.get $at)))
              (v128.load (i32.add (local.get $c) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $turn))))

  ;; out = out without a
  (func (export "minus") (param $out i32) (param $a i32) (param $at i32) (param $end i32)
    (block $done
      (loop $turn
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (v128.store (i32.add (local.get $out) (local.get $at))
          (v128.andnot
            (v128.load (i32.add (local.get $out) (local.get $at)))
            (v128.load (i32.add (local.get $a) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $turn))))

  ;; out = out or (mask and a)
  (func (export "addMasked") (param $out i32) (param $mask i32) (param $a i32) (param $at i32) (param $end i32)
    (block $done
      (loop $turn
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (v128.store (i32.add (local.get $out) (local.get $at))
          (v128.or
            (v128.load (i32.add (local.get $out) (local.get $at)))
            (v128.and
              (v128.load (i32.add (local.get $mask) (local.get $at)))
              (v128.load (i32.add (local.get $a) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $turn))))

  ;; How many bits are set.
  (func (export "count") (param $a i32) (param $at i32) (param $end i32) (result i32)
    (local $sums v128)
    (block $done
      (loop $turn
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        ;; Bits of each byte, added up by twos and by fours into four sums.
        (local.set $sums
          (i32x4.add (local.get $sums)
            (i32x4.extadd_pairwise_i16x8_u
              (i16x8.extadd_pairwise_i8x16_u
                (i8x16.popcnt (v128.load (i32.add (local.get $a) (local.get $at))))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $turn)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
      (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))

  ;; The first turn from which on a and b share a bit, or the end.
  (func (export "meet") (param $a i32) (param $b i32) (param $at i32) (param $end i32) (result i32)
    (block $done
      (loop $turn
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (br_if $done
          (v128.any_true
            (v128.and
              (v128.load (i32.add (local.get $a) (local.get $at)))
              (v128.load (i32.add (local.get $b) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $turn)))
    (local.get $at)))
