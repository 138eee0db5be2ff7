import { expect, test } from 'vitest'
import { withPorts } from './ports.ts'

test('a port that may be any gets its number before anything starts; others stay as they are', async () => {
  const { HTTP_PORT, ...rest } = await withPorts({ HTTP_PORT: '0', MQTT_PORT: '1883', DEMO: 'on' })
  expect(Number(HTTP_PORT)).toBeGreaterThan(1023)
  expect(rest).toEqual({ MQTT_PORT: '1883', DEMO: 'on' })
})
