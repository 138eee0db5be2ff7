import { ResourceList } from '../resource/index.ts'
import { apiAccessResource } from './apiAccessResource.tsx'

export default function ApiAccessList() {
  return <ResourceList of={apiAccessResource} />
}
