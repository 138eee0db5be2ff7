import { ResourceCreate } from '../resource/index.ts'
import { deathReasonResource } from './deathReasonResource.tsx'

export default function DeathReasonCreate() {
  return <ResourceCreate of={deathReasonResource} />
}
