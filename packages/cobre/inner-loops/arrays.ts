/** Lists in the memory that JavaScript sees too: a reference is nothing but the address of the first place. */
@unmanaged
export class Numbers {
  @inline @operator('[]')
  get(at: i32): f64 {
    return load<f64>(changetype<usize>(this) + ((<usize>at) << 3));
  }

  @inline @operator('[]=')
  set(at: i32, value: f64): void {
    store<f64>(changetype<usize>(this) + ((<usize>at) << 3), value);
  }
}

/** A byte for each place. */
@unmanaged
export class Marks {
  @inline
  put(at: i32): void {
    store<u8>(changetype<usize>(this) + <usize>at, 1);
  }

  /** Eight places at once. */
  @inline
  eight(word: i32): u64 {
    return load<u64>(changetype<usize>(this) + ((<usize>word) << 3));
  }

  @inline
  forgetEight(word: i32): void {
    store<u64>(changetype<usize>(this) + ((<usize>word) << 3), 0);
  }
}

@unmanaged
export class Integers {
  @inline @operator('[]')
  get(at: i32): i32 {
    return load<i32>(changetype<usize>(this) + ((<usize>at) << 2));
  }

  @inline @operator('[]=')
  set(at: i32, value: i32): void {
    store<i32>(changetype<usize>(this) + ((<usize>at) << 2), value);
  }
}
