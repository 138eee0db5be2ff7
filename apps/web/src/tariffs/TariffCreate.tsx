import { ResourceCreate } from '../resource/index.ts'
import { tariffResource } from './tariffResource.tsx'

export default function TariffCreate() {
  return <ResourceCreate of={tariffResource} />
}
