import { pino } from 'pino'
import { expect, test } from 'vitest'
import { bus } from './bus.ts'

declare module './bus.ts' {
  interface Messages {
    'test.told': string
    'test.passedOn': string
  }
}

const logged: string[] = []
const log = pino({}, { write: line => void logged.push(line) })

test('who fails breaks nobody else, and is named', () => {
  const { on, emit } = bus(log)
  const heard: string[] = []
  on('test.told', 'the first', () => {
    throw new Error('no')
  })
  on('test.told', 'the second', message => void heard.push(message))
  emit('test.told', 'warm')
  expect(heard).toEqual(['warm'])
  expect(logged.join()).toContain('the first')
})

test('is settled when nobody is busy any more, with what they tell others in turn', async () => {
  const { on, emit, settled } = bus(log)
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
