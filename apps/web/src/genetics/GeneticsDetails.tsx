import { ResourceDetails } from '../resource/index.ts'
import { geneticsResource } from './geneticsResource.tsx'

export default function GeneticsDetails() {
  return <ResourceDetails of={geneticsResource} />
}
