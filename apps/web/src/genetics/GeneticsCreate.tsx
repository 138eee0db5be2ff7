import { ResourceCreate } from '../resource/index.ts'
import { geneticsResource } from './geneticsResource.tsx'

export default function GeneticsCreate() {
  return <ResourceCreate of={geneticsResource} />
}
