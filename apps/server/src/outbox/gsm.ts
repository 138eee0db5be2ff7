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

/** A text in the letters of SMS where it can be written so; else as it is: names and accents are left alone. */
export function inGsm(text: string): string {
  const plain = PLAIN.reduce((said, [mark, as]) => said.replaceAll(mark, as), text)
  return GSM.test(plain) ? plain : text
}
