import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cancelDraw, requestDraw } from './drawQueue.ts'

let frames: (() => void)[] = []
/** Runs what stands in the next frame. */
const nextFrame = () => frames.splice(0).forEach(frame => frame())

beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const aDrawing = (drawn: string[], name: string) => () => void drawn.push(name)

test('draws a chart once, however often it was requested', () => {
  const drawn: string[] = []
  const [a, b] = [aDrawing(drawn, 'a'), aDrawing(drawn, 'b')]
  for (const draw of [a, b, a, a]) requestDraw(draw)
  expect(drawn).toEqual([])
  nextFrame()
  nextFrame()
  expect(drawn).toEqual(['a', 'b'])
})

test('leaves the rest to the next frame when charts take long', () => {
  const drawn: string[] = []
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(0).mockReturnValue(50)
  for (const name of ['a', 'b']) requestDraw(() => void drawn.push(name))
  nextFrame()
  expect(drawn).toEqual(['a'])
  nextFrame()
  expect(drawn).toEqual(['a', 'b'])
})

test('does not draw what was taken out', () => {
  const drawn: string[] = []
  const [a, b] = [aDrawing(drawn, 'a'), aDrawing(drawn, 'b')]
  requestDraw(a)
  requestDraw(b)
  cancelDraw(a)
  nextFrame()
  expect(drawn).toEqual(['b'])
})

test('draws the others after one has failed', () => {
  const drawn: string[] = []
  requestDraw(() => {
    throw new Error('broken')
  })
  requestDraw(() => void drawn.push('b'))
  expect(nextFrame).toThrow('broken')
  nextFrame()
  expect(drawn).toEqual(['b'])
})
