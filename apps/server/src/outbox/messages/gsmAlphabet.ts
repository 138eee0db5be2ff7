/** GSM 7-bit alphabet, 3GPP TS 23.038, 6.2.1 and 6.2.1.1: an SMS has 160 of its characters; with any other one it has 70. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/
/** Replacements within the alphabet. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\u00A0\u202F]/g, ' '],
  [/°C/g, 'C'],
  [/[“”„«»]/g, '"'],
  [/[’‘‚]/g, "'"],
  [/[–—·]/g, '-'],
  [/…/g, '...'],
]

/** Latin letters that Unicode decomposition does not split. */
const LATIN: Readonly<Record<string, string>> = { œ: 'oe', Œ: 'OE', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', þ: 'th', Þ: 'Th' }

/** Removes accents ("Pavilhao" for "Pavilhão"): readers are used to it, and the message costs a third. */
const withoutAccent = (letter: string): string => LATIN[letter] ?? letter.normalize('NFD').replaceAll(/\p{M}/gu, '')

/**
 * The text in the GSM alphabet if that is possible without accents that it lacks; otherwise unchanged, as a text in another
 * script costs the same with them.
 */
export function inGsm(text: string): string {
  const marked = PLAIN.reduce((result, [mark, as]) => result.replaceAll(mark, as), text.normalize('NFC'))
  const plain = Array.from(marked, letter => (GSM.test(letter) ? letter : withoutAccent(letter))).join('')
  return GSM.test(plain) ? plain : text
}

/** Characters of the extension table: they take two positions. */
const EXTENDED = /[\^{}\\[~\]|€\f]/g
/** Positions of a single message, and of each part of a longer one, which has a header. */
const PLACES = { gsm: { alone: 160, part: 153 }, ucs2: { alone: 70, part: 67 } }

/** Number of parts in which a text message is sent and billed. */
export function partsOf(text: string): number {
  const isGsm = GSM.test(text)
  const length = isGsm ? text.length + (text.match(EXTENDED)?.length ?? 0) : text.length
  const { alone, part } = isGsm ? PLACES.gsm : PLACES.ucs2
  return length <= alone ? 1 : Math.ceil(length / part)
}
