import { expect, test } from 'vitest'
import { inGsm } from './gsm.ts'

test.each([
  [
    'Critical: “Too hot”, Paul | House 1. 33,3\u00A0°C – since 11:00…',
    'Critical: "Too hot", Paul | House 1. 33,3 C - since 11:00...',
  ],
  ['Kritisch: Zu heiß, Stall Müller. 33,3 °C', 'Kritisch: Zu heiß, Stall Müller. 33,3 C'],
  // One letter that SMS has not would cost as much with the marks as without.
  ['Pavilhão 2: “quente”, 33,3 °C', 'Pavilhão 2: “quente”, 33,3 °C'],
  ['Συναγερμός: 33,3 °C', 'Συναγερμός: 33,3 °C'],
])('%s', (text, sent) => expect(inGsm(text)).toBe(sent))
