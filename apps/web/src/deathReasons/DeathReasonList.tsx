import { ResourceList } from '../resource/index.ts'
import { deathReasonResource } from './deathReasonResource.tsx'

export default function DeathReasonList() {
  return <ResourceList of={deathReasonResource} />
}
