import { freePort } from '../../apps/server/src/platform/network/freePort.ts'

const SETTINGS = ['HTTP_PORT', 'MQTT_PORT', 'MQTTS_PORT'] as const

/** The environment with a number where any free port will do: boxes, links and what is printed need to know which it is. */
export async function withPorts(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const any = SETTINGS.filter(setting => env[setting] === '0')
  const ports = await Promise.all(any.map(async setting => [setting, String(await freePort())]))
  return { ...env, ...Object.fromEntries(ports) }
}
