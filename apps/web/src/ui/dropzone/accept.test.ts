import { notationOf } from '@steading/locales/notation'
import { expect, test } from 'vitest'
import { type DropLimits, accept } from './accept.ts'
import { sizeOf } from './sizes.ts'

const file = (name: string, type = 'image/png', size = 10) => new File(['x'.repeat(size)], name, { type })
const dropLimits: DropLimits = { files: 1, bytes: 100, imagesOnly: true }
const many: DropLimits = { files: 3, bytes: 100, imagesOnly: false }
const names = (there: File[], dropped: File[], limits: DropLimits) => {
  const { files, complaints } = accept(there, dropped, limits)
  return { files: files.map(each => each.name), complaints }
}

test('replaces the file of a single place', () => {
  expect(names([file('old')], [file('new')], dropLimits)).toEqual({ files: ['new'], complaints: [] })
  expect(names([], [file('a'), file('b')], dropLimits)).toEqual({ files: ['a'], complaints: [{ why: 'maxFiles', count: 1 }] })
})

test('rejects large files and non-pictures by name, keeps the rest', () => {
  expect(names([file('old')], [file('big', 'image/png', 101), file('text', 'text/plain')], dropLimits)).toEqual({
    files: ['old'],
    complaints: [
      { why: 'maxSize', name: 'big' },
      { why: 'image', name: 'text' },
    ],
  })
  expect(names([], [file('edge', 'image/png', 100)], dropLimits).complaints).toEqual([])
  expect(names([], [file('nothing', 'image/png', 0)], dropLimits)).toEqual({
    files: [],
    complaints: [{ why: 'empty', name: 'nothing' }],
  })
  expect(names([], [file('text', 'text/plain')], many)).toEqual({ files: ['text'], complaints: [] })
})

test('keeps the first files and reports the surplus', () => {
  expect(names([file('a'), file('b')], [file('c'), file('d')], many)).toEqual({
    files: ['a', 'b', 'c'],
    complaints: [{ why: 'maxFiles', count: 3 }],
  })
  expect(names([file('a'), file('b')], [file('c')], many).complaints).toEqual([])
})

test('counts saved files against the limit', () => {
  expect(names([file('a')], [file('b')], { ...many, taken: 2 })).toEqual({
    files: ['a'],
    complaints: [{ why: 'maxFiles', count: 3 }],
  })
  expect(names([], [file('a')], { ...many, taken: 3 }).files).toEqual([])
})

test('rejects a file by its extension, whatever its case and type', () => {
  const endings = ['.pdf', '.csv']
  expect(
    names([], [file('a.PDF'), file('tool.exe'), file('pdf', ''), file('b.csv', 'application/vnd.ms-excel')], {
      ...many,
      endings,
    }),
  ).toEqual({
    files: ['a.PDF', 'b.csv'],
    complaints: [
      { why: 'ending', name: 'tool.exe' },
      { why: 'ending', name: 'pdf' },
    ],
  })
})

test('formats sizes', () => {
  expect([11, 1_024, 1_536, 15 * 1_048_576].map(bytes => sizeOf(bytes, { notation: notationOf('en-US') }))).toEqual([
    '11\u00a0B',
    '1\u00a0KB',
    '2\u00a0KB',
    '15\u00a0MB',
  ])
})
