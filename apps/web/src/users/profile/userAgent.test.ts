import { expect, test } from 'vitest'
import { agentOf, alikeBefore, isHandheld } from './userAgent.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['Chrome', 'Windows', false, windows],
  ['Edge', 'Windows', false, `${windows} Edg/141.0.0.0`],
  ['Samsung Internet', 'Android', true, `${phone} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
  ['Chrome', 'Android', true, `${phone} Chrome/141.0.0.0 Mobile Safari/537.36`],
  ['Firefox', 'Linux', false, 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'],
  [
    'Safari',
    'iPhone',
    true,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari',
    'macOS',
    false,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  ],
  ['curl', undefined, false, 'curl/8.14.1'],
  ['', undefined, false, ''],
])('%s on %s', (browser, system, handheld, agent) => {
  expect(agentOf(agent)).toEqual({ browser, system })
  expect(isHandheld(agent)).toBe(handheld)
})

test('numbers sessions with the same description', () => {
  const begun = (agent: string, createdUtc: string) => ({ agent, ip: '192.0.2.1', createdUtc })
  const all = [
    begun('Chrome', '2026-11-22T06:30:05Z'),
    begun('Firefox', '2026-11-22T06:30:10Z'),
    begun('Chrome', '2026-11-22T06:30:40Z'),
    begun('Chrome', '2026-11-22T06:31:00Z'),
  ]
  expect(all.map((_, at) => alikeBefore(all, at))).toEqual([0, 0, 1, 0])
})
