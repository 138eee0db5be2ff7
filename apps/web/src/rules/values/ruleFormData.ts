import type { Engine } from '@steading/contract/rules/ruleTemplates'
import { createContext, useContext } from 'react'
import type { Choice } from './choices.ts'
import type { Inputs } from './ruleForm.ts'
import type { BatchDay } from './batchDay.ts'
import type { InterfaceLookup } from '../describe/interfaceLookup.ts'

/** What the inputs of a rule need to know of the rule around them. */
export interface RuleFormData {
  readonly engine: Engine
  readonly inputs: Inputs
  /** The box that runs it, or null: the platform does. */
  readonly terminalId: string | null
  /** What may be chosen, by name. */
  readonly offered: readonly Choice[]
  /** Why that may be nothing: its place is not chosen yet, it is on its way, it could not be fetched. */
  readonly unavailable: 'unplaced' | 'waiting' | 'failed' | undefined
  /** Leads to where all of the entity are offered; undefined: they are. */
  readonly toShowAll?: (() => void) | undefined
  /** All that is known, those named already included. */
  readonly choices: ReadonlyMap<string, Choice>
  /** Names told apart. */
  readonly knownOf: InterfaceLookup
  /** Where the rule is, in full; undefined: not chosen yet. */
  readonly home: string | undefined
  /** The smart boxes of the entity, for conditions over several of them. */
  readonly terminals: readonly { readonly id: string; readonly displayName: string }[]
  /** Devices that a rule operates already, with its name; `isBarred`: no other one may. */
  readonly driven: ReadonlyMap<string, Driver>
  /** IANA, of the box or of the entity. */
  readonly timeZone: string
  /** By how many minutes its clock is ahead of UTC. */
  readonly offset: number
  /** The date there, YYYY-MM-DD. */
  readonly today: string
  /** The open batch of the house, where there is one that the person may see. */
  readonly batch: BatchDay | undefined
  /** How often saving has found something wrong: where it stands is opened then. */
  readonly attempt: number
}

const RuleFormDataContext = createContext<RuleFormData | undefined>(undefined)
export const RuleFormDataProvider = RuleFormDataContext.Provider

export function useRuleFormData(): RuleFormData {
  const found = useContext(RuleFormDataContext)
  if (!found) throw new Error('inputs stand in the form of a rule')
  return found
}

export interface Driver {
  readonly rule: string
  readonly isBarred: boolean
  /** It is in service and of the same strength: this one cannot enter. */
  readonly isRival: boolean
}
