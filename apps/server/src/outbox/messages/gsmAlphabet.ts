/** GSM 7-bit alphabet, 3GPP TS 23.038, 6.2.1 and 6.2.1.1: an SMS has 160 of its characters; with any other one it has 70. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/
/** Whether every character is in the GSM alphabet. */
export const isGsm = (text: string): boolean => GSM.test(text)

/** Replacements within the alphabet, before signs are decomposed. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  // Directions of writing and soft hyphens are not displayed.
  [/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, ''],
  [/[°º](?=[CF](?!\p{L}))/gu, ''],
  // "n°" abbreviates a number; elsewhere the sign is a degree, for which the alphabet has none.
  [/(?<=\p{L})°/gu, 'o'],
  [/[\s\u00A0\u202F]?°/g, ' deg'],
  // A power or a fraction after a digit would become part of the number.
  [/(?<=\d)(?=[⁰¹²³⁴-⁹])/g, '^'],
  [/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' '],
  [/≠/g, '!='],
  [/≤/g, '<='],
  [/≥/g, '>='],
  [/±/g, '+/-'],
  [/×/g, 'x'],
  [/→/g, '->'],
  [/[µμ]/g, 'u'],
  [/[“”„«»″]/g, '"'],
  [/[’‘‚′]/g, "'"],
  [/[−‐-—·•]/g, '-'],
]

/** Latin letters that Unicode decomposition does not split. */
const LATIN: Readonly<Record<string, string>> = { œ: 'oe', Œ: 'OE', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', þ: 'th', Þ: 'Th' }

/**
 * Compatibility decomposition (NFKD) of a character without its marks: "2" for "₂", "a" for "ª" and "ã". Readers are used to words
 * without accents, and the message costs a third.
 */
const decomposed = (character: string): string =>
  LATIN[character] ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('⁄', '/')

/**
 * The text in the GSM alphabet if that is possible without signs and accents that it lacks; otherwise unchanged, as a text in
 * another script costs the same with them.
 */
export function inGsm(text: string): string {
  const marked = PLAIN.reduce((result, [mark, as]) => result.replaceAll(mark, as), text.normalize('NFC'))
  const plain = Array.from(marked, character => (isGsm(character) ? character : decomposed(character))).join('')
  return isGsm(plain) ? plain : text
}

/** Characters of the extension table: they take two positions. */
const EXTENDED = /[\^{}\\[~\]|€\f]/g
/** Positions of a single message, and of each part of a longer one, which has a header. */
const PLACES = { gsm: { alone: 160, part: 153 }, ucs2: { alone: 70, part: 67 } }

/** Number of parts in which a text message is sent and billed. */
export function partsOf(text: string): number {
  const fits = isGsm(text)
  const length = fits ? text.length + (text.match(EXTENDED)?.length ?? 0) : text.length
  const { alone, part } = fits ? PLACES.gsm : PLACES.ucs2
  return length <= alone ? 1 : Math.ceil(length / part)
}
