/** The numbers of FB/1. Times in ms unless named otherwise. */
export const LIMITS = {
  connectBytes: 4096,
  connectWithin: 5000,
  packetBytes: 65_536,
  /** Seconds. */
  keepalive: 30,
  /** A box without any packet for so long is offline. */
  silence: 45_000,
  backoff: { least: 1000, most: 120_000 },
  /** Readings and rule events of one batch, and its bytes. */
  readings: 200,
  batchBytes: 16_384,
  /** Batches without a dn/ack. */
  window: 8,
  resend: { first: 15_000, most: 300_000 },
  index: 65_535,
  /** UTF-16 units of a text value, and of the JSON of one rule event. */
  text: 255,
  eventText: 12_288,
  /** The end of the year 9999: no device time lies later. */
  lastInstant: 253_402_300_799_999,
  clockEvery: 600_000,
  ttl: { least: 1000, most: 30_000, usual: 8000 },
  hold: { usual: 1_800_000, most: 86_400_000 },
  /** Answers to commands that a box remembers. */
  remembered: 64,
  rules: 128,
  ruleBytes: 65_536,
  configurationBytes: 1_048_576,
  interfaces: 1024,
  /** Outputs that a box sounds by itself. */
  sirens: 64,
  /** Bytes of one part of a configuration before base64. */
  partBytes: 32_768,
  logEvery: 1000,
  /** Seconds that a serious alarm waits for the platform's word before the box's own siren sounds. */
  sirenAfter: 300,
  claim: { tries: 5, hours: 24 },
} as const
