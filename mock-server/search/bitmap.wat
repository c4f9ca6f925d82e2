;; The loops that a search spends its time in; `bitmap.ts` is the only caller.
;;
;; A bitmap is the address of its first byte, a multiple of 16. Loops over bitmaps take sixteen bytes at a turn and go
;; over the bytes [$at, $end) of each bitmap, multiples of 16 too.
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

  ;; The first turn in which a bit is set, or the end.
  (func (export "seek") (param $a i32) (param $at i32) (param $end i32) (result i32)
    (block $done
      (loop $turn
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (br_if $done (v128.any_true (v128.load (i32.add (local.get $a) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $turn)))
    (local.get $at))

  ;; Takes out of matches those of the candidates from which a chain of links leads to another match that is not below
  ;; lo. The link of an ordinal is a number at its place in links, -1 at the end; links go downwards. Matches are taken
  ;; out from the end, so that all below are still there.
  (func (export "thin") (param $matches i32) (param $candidates i32) (param $links i32)
    (param $lo i32) (param $at i32) (param $end i32)
    (local $word i32)
    (local $bits i32)
    (local $bit i32)
    (local $ordinal i32)
    (block $done
      (loop $turn
        (br_if $done (i32.le_u (local.get $end) (local.get $at)))
        (local.set $word (local.get $end))
        (local.set $end (i32.sub (local.get $end) (i32.const 16)))
        (br_if $turn
          (i32.eqz
            (v128.any_true
              (v128.and
                (v128.load (i32.add (local.get $matches) (local.get $end)))
                (v128.load (i32.add (local.get $candidates) (local.get $end)))))))
        (loop $words
          (local.set $word (i32.sub (local.get $word) (i32.const 4)))
          (local.set $bits
            (i32.and
              (i32.load (i32.add (local.get $matches) (local.get $word)))
              (i32.load (i32.add (local.get $candidates) (local.get $word)))))
          (block $next
            (loop $each
              (br_if $next (i32.eqz (local.get $bits)))
              (local.set $bit (i32.sub (i32.const 31) (i32.clz (local.get $bits))))
              (local.set $ordinal (i32.add (i32.shl (local.get $word) (i32.const 3)) (local.get $bit)))
              (local.set $bit (i32.shl (i32.const 1) (local.get $bit)))
              (local.set $bits (i32.xor (local.get $bits) (local.get $bit)))
              (loop $link
                (local.set $ordinal
                  (i32.load (i32.add (local.get $links) (i32.shl (local.get $ordinal) (i32.const 2)))))
                (br_if $each (i32.lt_s (local.get $ordinal) (local.get $lo)))
                (br_if $link
                  (i32.eqz
                    (i32.and
                      (i32.load
                        (i32.add
                          (local.get $matches)
                          (i32.shl (i32.shr_u (local.get $ordinal) (i32.const 5)) (i32.const 2))))
                      (i32.shl (i32.const 1) (local.get $ordinal))))))
              (i32.store
                (i32.add (local.get $matches) (local.get $word))
                (i32.xor (i32.load (i32.add (local.get $matches) (local.get $word))) (local.get $bit)))
              (br $each)))
          (br_if $words (i32.gt_u (local.get $word) (local.get $end))))
        (br $turn))))

  ;; Of two ascending lists, writes to out each a for which a + distance is in b, and returns the end of what was
  ;; written. What stands $tag bytes behind an a goes along with it, to $outTag bytes behind its new place. Nothing in
  ;; it is a branch that depends on an entry, for nobody could guess it. out may be a.
  (func (export "follow") (param $a i32) (param $aEnd i32) (param $tag i32) (param $b i32) (param $bEnd i32)
    (param $distance i32) (param $out i32) (param $outTag i32) (result i32)
    (local $entry i32)
    (local $wanted i32)
    (local $have i32)
    (block $done
      (loop $turn
        (br_if $done (i32.ge_u (local.get $a) (local.get $aEnd)))
        (br_if $done (i32.ge_u (local.get $b) (local.get $bEnd)))
        (local.set $entry (i32.load (local.get $a)))
        (local.set $wanted (i32.add (local.get $entry) (local.get $distance)))
        (local.set $have (i32.load (local.get $b)))
        (i32.store (local.get $out) (local.get $entry))
        (i32.store
          (i32.add (local.get $out) (local.get $outTag))
          (i32.load (i32.add (local.get $a) (local.get $tag))))
        (local.set $out
          (i32.add (local.get $out) (i32.shl (i32.eq (local.get $wanted) (local.get $have)) (i32.const 2))))
        (local.set $a
          (i32.add (local.get $a) (i32.shl (i32.le_u (local.get $wanted) (local.get $have)) (i32.const 2))))
        (local.set $b
          (i32.add (local.get $b) (i32.shl (i32.le_u (local.get $have) (local.get $wanted)) (i32.const 2))))
        (br $turn)))
    (local.get $out)))
