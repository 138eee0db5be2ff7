import { ResourceList } from '../resource/index.ts'
import { curveResource } from './curveResource.tsx'

export default function CurveList() {
  return <ResourceList of={curveResource} />
}
