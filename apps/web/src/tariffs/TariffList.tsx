import { ResourceList } from '../resource/index.ts'
import { tariffResource } from './tariffResource.tsx'

export default function TariffList() {
  return <ResourceList of={tariffResource} />
}
