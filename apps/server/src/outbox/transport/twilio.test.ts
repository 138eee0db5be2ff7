import { afterEach, beforeEach, expect, test } from 'vitest'
import { aProvider } from '../../../test/provider.ts'
import type { FakeProvider } from '../../../test/provider.ts'
import { parseProviderAddress } from '../../platform/config/providerAddress.ts'
import type { ProviderAddress } from '../../platform/config/providerAddress.ts'
import { createTwilio } from './twilio.ts'

const TEMPLATE = `HX${'0a'.repeat(16)}`
let provider: FakeProvider
beforeEach(async () => void (provider = await aProvider()))
afterEach(() => provider.close())

const send = (more: string) =>
  createTwilio('WHATSAPP', parseProviderAddress('WHATSAPP', `${provider.twilio}${more}`) as ProviderAddress).send({
    key: 'a',
    to: '+351912345678',
    text: 'House 1 is too hot:  31 °C\nhttps://farm.example/alarm#x',
    language: 'en-US',
    link: null,
    report: null,
  })

test('sends a WhatsApp message as one line of the approved template', async () => {
  await send(`&template=${TEMPLATE}`)
  await send('')
  const [approved, free] = provider.took.map(took => took.fields)
  expect(approved).toMatchObject({ To: 'whatsapp:+351912345678', From: 'whatsapp:+351210000000', ContentSid: TEMPLATE })
  expect(JSON.parse(approved!.ContentVariables!)).toEqual({ 1: 'House 1 is too hot: 31 °C https://farm.example/alarm#x' })
  expect(approved).not.toHaveProperty('Body')
  expect(free).toMatchObject({ Body: 'House 1 is too hot:  31 °C\nhttps://farm.example/alarm#x' })
  expect(free).not.toHaveProperty('ContentSid')
})
