import { describe, expect, test } from 'vitest'
import { parsePage } from '../parse.ts'

const read = (text: string) => parsePage({ path: 'api/get-pet.api.mdx', text })
const contentOf = (text: string) =>
  read(text)
    .sections.map(({ content }) => content)
    .join('\n\n')

describe('pages of operations, which generators write as properties of components, say', () => {
  test.each([
    [
      'an operation',
      '<MethodEndpoint method={"get"} path={"/pets/{petId}"} context={"endpoint"}></MethodEndpoint>',
      'GET /pets/{petId}',
    ],
    [
      'a parameter, with its numbers as they are written',
      '<ParamsDetails parameters={[{"name":"petId","in":"path","description":"The id","required":true,"schema":{"type":"integer","format":"int64","default":-7,"maximum":9007199254740993}}]}></ParamsDetails>',
      '- `petId`: integer: required, format int64, default -7, maximum 9007199254740993: The id',
    ],
    [
      'the fields of a body',
      '<RequestSchema title={"Body"} body={{"required":true,"content":{"application/json":{"schema":{"type":"object","required":["name"],"properties":{"name":{"type":"string","description":"Its name","enum":["cat","dog"]},"version":{"type":"number","example":1.10}}}}}}}></RequestSchema>',
      '**Body**\n\n- `application/json`: object\n- `name`: string: required, enum cat, dog: Its name\n- `version`: number: example 1.10',
    ],
    [
      'answers and their headers',
      '<StatusCodes responses={{"200":{"description":"Found","headers":{"X-Left":{"description":"How many are left","schema":{"type":"integer"}}}},"404":{"description":"No pet"}}}></StatusCodes>',
      '- `200`: Found\n- `X-Left`: integer: How many are left\n- `404`: No pet',
    ],
    [
      'a table of properties',
      '<PropertiesTable content={[{ name: "retries", type: "number", default: 3, description: "How often" }, { name: "mode", type: "string", isOptional: true, enum: ["fast", "safe"] }]} />',
      '- `retries`: number: default 3: How often\n- `mode`: string: optional, enum fast, safe',
    ],
    [
      'what objects are called around',
      "<Options of={{ retries: { type: 'number', default: 0x10 }, mode: { default: `a` } }} />",
      '- `retries`: number: default 0x10\n- `mode`: default a',
    ],
  ])('%s', (_, text, expected) => {
    expect(contentOf(text)).toBe(expected)
    expect(read(text).problems).toEqual([])
  })
})
