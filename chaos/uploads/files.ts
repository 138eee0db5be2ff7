import { randomBytes } from 'node:crypto'
import { deflateRawSync, deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'

const part = (...pieces: (string | Uint8Array)[]) => Buffer.concat(pieces.map(piece => Buffer.from(piece as string))) // safe: both are taken
const file = (name: string, ...pieces: (string | Uint8Array)[]) => new File([new Uint8Array(part(...pieces))], name)

/** A document of that many bytes. */
export const aDocument = (bytes: number, name = 'plan.pdf') => {
  const content = Buffer.alloc(bytes, '0123456789abcdef')
  content.write('%PDF-1.7\n')
  return new File([content], name)
}

/** The head of a picture that says that it is so large, in pixels, with rows that are all one colour. */
function hugePicture(side: number): Buffer {
  const chunk = (type: string, content: Uint8Array) => {
    const body = part(type, content)
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(content.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return part(ends.subarray(0, 4), body, ends.subarray(4))
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // One bit a pixel, grey.
  head.set([1, 0, 0, 0, 0], 8)
  return part(
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  )
}

/** A package of one entry that grows to so many bytes when it is unpacked. */
function bomb(name: string, bytes: number): Buffer {
  const content = deflateRawSync(Buffer.alloc(bytes), { level: 9 })
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(content.length, 18)
  local.writeUInt32LE(bytes, 22)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(20, 6)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(content.length, 20)
  central.writeUInt32LE(bytes, 24)
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + content.length, 16)
  return part(local, name, content, central, name, end)
}

export const SCRIPT = '<script>alert(document.domain)</script>'
const PAGE = `<!doctype html><html><body>${SCRIPT}</body></html>`
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`

const picture = (side: number, format: 'png' | 'gif') =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#3a5' } })
    .toFormat(format)
    .toBuffer()

/** What must be refused, each with the code of its field. */
export const refused = (zipBomb: number): readonly (readonly [what: string, file: () => File, codes: readonly string[]])[] => [
  ['a page that calls itself a picture', () => file('harmless.png', PAGE), ['fileType']],
  ['a page', () => file('page.html', PAGE), ['fileType', 'fileName']],
  ['a drawing with a script', () => file('plan.svg', DRAWING), ['fileType']],
  ['a drawing that calls itself a picture', () => file('plan.png', '<?xml version="1.0"?>', DRAWING), ['fileType']],
  ['a document that calls itself a page', () => file('plan.html', '%PDF-1.7\n', PAGE), ['fileName']],
  ['a program', () => file('tool.txt', 'MZ\u0000\u0003', randomBytes(64)), ['fileType']],
  ['a package that calls itself a text', () => file('notes.txt', bomb('x', 1000)), ['fileType', 'fileName']],
  ['a picture of 41 million pixels', () => file('large.png', hugePicture(6_410)), ['image']],
  ['a picture of 30,000 × 30,000', () => file('huge.png', hugePicture(30_000)), ['image']],
  ['half a picture', () => file('half.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), ['image']],
  ['a package that grows', () => file('plan.docx', bomb('[Content_Types].xml', zipBomb)), ['fileType', 'fileName']],
]

/** What may be taken as what it says it is, and nothing else: the tail of a picture that is a page is no part of it any more. */
export const twoAtOnce = async (): Promise<readonly File[]> => [
  file('tail.png', await picture(20, 'png'), PAGE),
  file('tail.gif', await picture(20, 'gif'), `/*`, `*/=1;${SCRIPT}`),
  file('both.pdf', '%PDF-1.7\n', PAGE),
  file('page.txt', PAGE),
  file('formula.csv', '=HYPERLINK("http://a.example")', PAGE),
]

/** Names that lead elsewhere, hide something or are too long; each holds the canary. */
export const badNames = (canary: string): readonly string[] => [
  `../../${canary}.txt`,
  `../../../../../../tmp/${canary}.txt`,
  `..\\..\\${canary}.txt`,
  `/tmp/${canary}.txt`,
  `C:\\${canary}.txt`,
  `%2e%2e%2f%2e%2e%2f${canary}.txt`,
  `${canary}\u0000.txt`,
  `${canary}.png\u0000.txt`,
  `${canary}${'x'.repeat(300)}.txt`,
  `${canary}\u202Etxt.exe.txt`,
  `\u202E\u2066${canary}\u200B.txt`,
  `${canary}\r\nSet-Cookie: x=1\r\n.txt`,
  `.${canary}.txt`,
  `${canary} "; filename="x.html".txt`,
  `CON${canary}.txt`,
]
