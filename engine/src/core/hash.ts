/** A small synchronous 64-bit hash: WebCrypto is asynchronous and node:crypto is not in browsers. Not for secrets. */

/** Thirteen base-32 characters, the same on every machine. */
export function hash(text: string, seed = 0): string {
  let a = seed ^ 0x9747b28c
  let b = seed ^ 0x1b873593
  const even = text.length & ~1
  for (let i = 0; i < even; i += 2) {
    const k = text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16)
    let m = Math.imul(k, 0xcc9e2d51)
    m = (m << 15) | (m >>> 17)
    a ^= Math.imul(m, 0x1b873593)
    a = Math.imul((a << 13) | (a >>> 19), 5) + 0xe6546b64
    b = Math.imul(b ^ m, 0x85ebca6b)
    b ^= b >>> 15
  }
  if (even < text.length) {
    a = Math.imul(a ^ text.charCodeAt(even), 0xcc9e2d51)
    b = Math.imul(b ^ text.charCodeAt(even), 0x85ebca6b)
  }
  a = avalanche(a ^ text.length ^ (b >>> 7))
  b = avalanche(b ^ a)
  return String.fromCharCode(
    digit(a),
    digit(a >>> 5),
    digit(a >>> 10),
    digit(a >>> 15),
    digit(a >>> 20),
    digit(a >>> 25),
    digit((a >>> 30) | (b << 2)),
    digit(b >>> 3),
    digit(b >>> 8),
    digit(b >>> 13),
    digit(b >>> 18),
    digit(b >>> 23),
    digit(b >>> 28),
  )
}

/** 0-9 and a-v. */
function digit(bits: number): number {
  const value = bits & 31
  return value < 10 ? 48 + value : 87 + value
}

function avalanche(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
