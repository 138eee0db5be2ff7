import { expect, test } from 'vitest'
import { readTextFile } from './readTextFile.ts'

const TEXT = 'Alter;Gewicht °C\n1;42'
const littleEndian = Buffer.from(`\uFEFF${TEXT}`, 'utf16le')

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 LE with a byte order mark', littleEndian],
  ['UTF-16 BE with a byte order mark', Buffer.from(littleEndian).swap16()],
])('reads a file in %s', async (_, bytes) => {
  expect(await readTextFile(new Blob([bytes]))).toBe(TEXT)
})
