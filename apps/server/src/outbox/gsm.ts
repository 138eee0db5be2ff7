/** The letters of which an SMS carries 160; one other, and it carries 70. Of 3GPP TS 23.038, 6.2.1 and 6.2.1.1. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/
/** What says the same in those letters. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\u00A0\u202F]/g, ' '],
  [/°C/g, 'C'],
  [/[“”„«»]/g, '"'],
  [/[’‘‚]/g, "'"],
  [/[–—·]/g, '-'],
  [/…/g, '...'],
]

/** Letters of Latin scripts that lose no accent by decomposition. */
const LATIN: Readonly<Record<string, string>> = { œ: 'oe', Œ: 'OE', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', þ: 'th', Þ: 'Th' }

/** "Pavilhão" as "Pavilhao": readers of these languages know it so, and the message costs a third. */
const withoutAccent = (letter: string): string => LATIN[letter] ?? letter.normalize('NFD').replaceAll(/\p{M}/gu, '')

/**
 * A text in the letters of SMS where it can be written so, accents left out that SMS has not; else as it is: of another script a
 * message costs as much with a mark more.
 */
export function inGsm(text: string): string {
  const marked = PLAIN.reduce((said, [mark, as]) => said.replaceAll(mark, as), text.normalize('NFC'))
  const plain = Array.from(marked, letter => (GSM.test(letter) ? letter : withoutAccent(letter))).join('')
  return GSM.test(plain) ? plain : text
}

/** Letters that take two places of a part. */
const EXTENDED = /[\^{}\\[~\]|€\f]/g
/** Places of a message that stands alone, and of each part of a longer one, of whose places some say which part it is. */
const PLACES = { gsm: { alone: 160, part: 153 }, ucs2: { alone: 70, part: 67 } }

/** Parts that a text message is sent and paid in. */
export function partsOf(text: string): number {
  const isGsm = GSM.test(text)
  const length = isGsm ? text.length + (text.match(EXTENDED)?.length ?? 0) : text.length
  const { alone, part } = isGsm ? PLACES.gsm : PLACES.ucs2
  return length <= alone ? 1 : Math.ceil(length / part)
}
