import type { Entity } from '@steading/contract/entities/entities'
import { PlanPart } from './PlanPart.tsx'
import './protection.css'

/** Proof of protection of an entity: its alarm plan. */
export default function ProtectionTab({ of }: { of: Entity }) {
  return <PlanPart of={of} />
}
