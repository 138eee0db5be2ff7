import { z } from 'zod'
import { Check, CHECKS } from './checks.ts'
import { ByLink } from './alarmLinks.ts'
import { Finding } from './kinds.ts'
import { EventStep, LATEST_ARRIVAL } from './steps.ts'

const taken = {
  /** null: a note or a finding alone, which sets nothing. */
  step: EventStep.nullable(),
  notes: z.string().trim().max(1000).default(''),
  /** min from now, of GOING. */
  arrivesIn: z.int().min(1).max(LATEST_ARRIVAL).optional(),
  /** Of NOTHING_FOUND. */
  checks: z.array(Check).max(CHECKS.length).optional(),
  /** Of an alarm: whether something was found. */
  finding: Finding.optional(),
}

/** An arrival belongs to GOING, and what was looked at to NOTHING_FOUND. */
function stepHolds(
  { step, arrivesIn, checks }: { step: EventStep | null; arrivesIn?: number | undefined; checks?: readonly Check[] | undefined },
  context: z.RefinementCtx,
) {
  if (arrivesIn !== undefined && step !== 'GOING')
    context.addIssue({ code: 'custom', message: 'notAllowed', path: ['arrivesIn'] })
  if (checks?.length && step !== 'NOTHING_FOUND') context.addIssue({ code: 'custom', message: 'notAllowed', path: ['checks'] })
}

export const TakeStep = z.strictObject(taken).superRefine(stepHolds)

export const StepByLink = ByLink.extend(taken).superRefine(stepHolds)
