import { ResourceDetails } from '../resource/index.ts'
import { deathReasonResource } from './deathReasonResource.tsx'

export default function DeathReasonDetails() {
  return <ResourceDetails of={deathReasonResource} />
}
