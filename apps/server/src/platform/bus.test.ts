import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createBus } from './bus.ts'

declare module './bus.ts' {
  interface Messages {
    'test.told': string
    'test.passedOn': string
  }
}

const logged: string[] = []
const log = pino({}, { write: line => void logged.push(line) })

test('logs a failing listener by name and calls the others', () => {
  const { on, emit } = createBus(log)
  const received: string[] = []
  on('test.told', 'the first', () => {
    throw new Error('no')
  })
  on('test.told', 'the second', message => void received.push(message))
  emit('test.told', 'warm')
  expect(received).toEqual(['warm'])
  expect(logged.join()).toContain('the first')
})

test('settles after all listeners, including those of nested messages', async () => {
  const { on, emit, settled } = createBus(log)
  const done: string[] = []
  const later = (what: string) => new Promise<void>(resolve => setTimeout(() => (done.push(what), resolve()), 20))
  on('test.told', 'one', async message => {
    await later(message)
    emit('test.passedOn', message)
  })
  on('test.told', 'another', async () => {
    await later('fails')
    throw new Error('no')
  })
  on('test.passedOn', 'a third', message => later(`${message}, passed on`))
  emit('test.told', 'warm')
  await settled()
  expect(done).toEqual(['warm', 'fails', 'warm, passed on'])
})
