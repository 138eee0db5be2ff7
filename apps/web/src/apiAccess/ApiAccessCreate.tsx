import { ResourceCreate } from '../resource/index.ts'
import { apiAccessResource } from './apiAccessResource.tsx'

export default function ApiAccessCreate() {
  return <ResourceCreate of={apiAccessResource} />
}
