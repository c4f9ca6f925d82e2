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

  ;; Removes from matches each follower with an earlier match in its group. leaders has the first ordinal of the group at
  ;; the place of each follower. seen becomes a copy of matches, with the leader of each match. The first pass makes the
  ;; copy and lists where followers match. It has no branch that depends on a match, because processors mispredict these.
  (func (export "thin") (param $matches i32) (param $followers i32) (param $leaders i32)
    (param $seen i32) (param $list i32) (param $at i32) (param $end i32)
    (local $last i32)
    (local $words i64)
    (local $bits i64)
    (local $ordinal i32)
    (local $leader i32)
    (local $place i32)
    (local $word i32)
    (memory.fill (local.get $seen) (i32.const 0) (local.get $at))
    (local.set $last (local.get $list))
    (block $done
      (loop $turn
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $words (i64.load (i32.add (local.get $matches) (local.get $at))))
        (i64.store (i32.add (local.get $seen) (local.get $at)) (local.get $words))
        (local.set $bits
          (i64.and (local.get $words) (i64.load (i32.add (local.get $followers) (local.get $at)))))
        (i32.store (local.get $last) (local.get $at))
        (local.set $last
          (i32.add (local.get $last) (i32.shl (i64.ne (local.get $bits) (i64.const 0)) (i32.const 2))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $turn)))
    (block $done
      (loop $turn
        (br_if $done (i32.ge_u (local.get $list) (local.get $last)))
        (local.set $at (i32.load (local.get $list)))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (local.set $words (i64.load (i32.add (local.get $matches) (local.get $at))))
        (local.set $bits
          (i64.and (local.get $words) (i64.load (i32.add (local.get $followers) (local.get $at)))))
        (loop $each
          (local.set $ordinal
            (i32.add (i32.shl (local.get $at) (i32.const 3)) (i32.wrap_i64 (i64.ctz (local.get $bits)))))
          (local.set $leader
            (i32.load (i32.add (local.get $leaders) (i32.shl (local.get $ordinal) (i32.const 2)))))
          (local.set $place
            (i32.add (local.get $seen) (i32.shl (i32.shr_u (local.get $leader) (i32.const 5)) (i32.const 2))))
          (local.set $word (i32.load (local.get $place)))
          (i32.store (local.get $place)
            (i32.or (local.get $word) (i32.shl (i32.const 1) (local.get $leader))))
          ;; The bit of the leader, at the place of the follower.
          (local.set $words
            (i64.xor
              (local.get $words)
              (i64.shl
                (i64.extend_i32_u (i32.and (i32.shr_u (local.get $word) (local.get $leader)) (i32.const 1)))
                (i64.extend_i32_u (local.get $ordinal)))))
          (local.set $bits (i64.and (local.get $bits) (i64.sub (local.get $bits) (i64.const 1))))
          (br_if $each (i64.ne (local.get $bits) (i64.const 0))))
        (i64.store (i32.add (local.get $matches) (local.get $at)) (local.get $words))
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
