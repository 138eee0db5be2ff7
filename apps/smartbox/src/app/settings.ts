import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ClaimAnswer, claimCode, UID } from '@steading/contract/box/messages'
import { z } from 'zod'
import { Interlock } from '../actuation/index.ts'

const Broker = ClaimAnswer.shape.mqtt

/** `box.json` of a box's folder. */
export const BoxSettings = z
  .strictObject({
    uid: z.string().regex(UID, 'uid: 12 to 32 of a-z and 0-9'),
    /** As it is printed. */
    claimCode: z
      .string()
      .refine(typed => claimCode(typed) !== null, 'no claim code')
      .optional(),
    /** Instead of a claim: what one gave. */
    password: z.string().min(1).max(256).optional(),
    signKey: ClaimAnswer.shape.signKey.optional(),
    platform: z.strictObject({
      /** For the claim: https://farm.example.com */
      http: z.url({ protocol: /^https?$/ }).optional(),
      /** Stands for the broker that the claim names. */
      mqtt: Broker.optional(),
    }),
    profile: z.string().min(1).max(64).default('FC-SMARTBOX-1'),
    /** `kind` and what the driver of this kind needs. */
    driver: z.looseObject({ kind: z.string() }),
    interlocks: z.array(Interlock).max(100).default([]),
    store: z
      .strictObject({ most: z.int().min(10_000).max(50_000_000) })
      .partial()
      .default({}),
  })
  .refine(
    ({ claimCode, password, signKey, platform }) =>
      password === undefined
        ? claimCode !== undefined && platform.http !== undefined
        : signKey !== undefined && platform.mqtt !== undefined,
    'needs claimCode and platform.http, or password, signKey and platform.mqtt',
  )
export type BoxSettings = z.infer<typeof BoxSettings>

/** Throws an Error with a message for people. */
export const loadSettings = (folder: string): BoxSettings => {
  const path = join(folder, 'box.json')
  const parsed = BoxSettings.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
