// Kinds of misses in questions about source code from outside this project, reproduced in made-up code.
import { describe, expect, test } from 'vitest'
import { answer, filler } from './ask.js'

const turn = (i: number) =>
  [
    `  /** Lets pipe ${i} of the pump drain into the tank, however long the pipes are nested in there. */`,
    `  drainPipe${i}(pipe, tank) {`,
    `    const pumped = this.pump.drain(pipe, ${i})`,
    '    if (pumped.pipes > tank.pipes) {',
    `      this.pipes.refuse(pipe, pumped, tank, 'wildcards', ${i})`,
    '    }',
    '    return pumped',
    '  }',
    '',
  ].join('\n')
const some = filler(25, turn)
const more = filler(25, (i) => turn(i + 25))
const asked = (goal: string, ...middle: readonly string[]) =>
  answer({ text: [...some, ...middle, ...more].join('\n'), goal, fileName: 'pump.js' }).lines

describe('a limit is where a number is written behind its name', () => {
  test('by one word of the question and a word for limits', () => {
    const limit = '  const PIPE_BYTES_LIMIT = 64 * 1024'
    expect(asked('How long may the pipes of a pump be?', limit)).toContain(limit)
  })
  test('by another word for it', () => {
    const limit = '    remainingDepth: 128,'
    expect(asked('How deep may the pipes be nested?', '  set() {', limit, '  }')).toContain(limit)
  })
})

describe('what happens is said in a message', () => {
  const failure = [
    '  next() {',
    '    const [first] = this.pipes',
    '    if (first == null || first.end == null) {',
    "      return this.answer(502, 'tank unavailable, all of the pipes are closed for now, try again')",
    '    }',
    '  }',
  ]
  test('that contains most of the words, and its condition', () => {
    const lines = asked('What happens when the pipes of a tank are all closed?', ...failure)
    expect(lines).toContain(failure[2])
    expect(lines).toContain(failure[3])
  })
})

test('a sign by its name', () => {
  const check = ["    if (name === '*') {", '      throw unsafe(name)', '    }']
  expect(
    asked('When is a wildcard refused for a pipe?', '  pick(name) {', ...check, '  }'),
  ).toEqual(expect.arrayContaining(check.slice(0, 2)))
})

describe('a part of a question that sounds like a list', () => {
  const errors = filler(
    12,
    (i) => `  fail${i}() {\n    throw new Error('valve ${i} is stuck')\n  }`,
  )
  test('which error is raised in one case', () => {
    const large = [
      '  fill(litres) {',
      '    if (litres > this.maxLitres) {',
      "      throw new Error('litres of the tank exceeded')",
    ]
    const lines = asked('Which error is raised if the tank is too large?', ...errors, ...large)
    expect(lines).toEqual(expect.arrayContaining(large))
    expect(lines.filter((line) => line.includes('is stuck')).length).toBeLessThan(4)
  })
  test('what is used when a name is not set', () => {
    const choice = [
      '  const words = split(process.env.VIEWER)',
      '  if (words.length > 0) {',
      '    open(words)',
      '  } else {',
      "    viewer = isWindows ? ['more'] : ['less']",
      '  }',
    ]
    const other = filler(90, (i) => `  gauge${i}(speed) {\n    return this.speed + ${i}\n  }`)
    const text = [...other, ...choice, ...other, '  // VIEWER is read once', ...other].join('\n')
    const goal = 'Which viewer is used when VIEWER is not set?'
    expect(answer({ text, goal, fileName: 'viewer.js' }).lines).toContain(choice[4])
  })
  test('what a script needs is not what it offers', () => {
    const text = [
      ...filler(40, (i) => `turn_${i}() {\n  echo "turning ${i}"\n}`),
      'check() {',
      '  for binary in grep sed awk; do',
      '    command -v "${binary}" || fail "This script requires ${binary}."',
      '  done',
      '}',
    ].join('\n')
    const goal = 'Which external programs does the script require?'
    const { lines } = answer({ text, goal, fileName: 'pump.sh' })
    expect(lines).toContain('  for binary in grep sed awk; do')
    expect(lines.filter((line) => line.startsWith('turn_')).length).toBeLessThan(12)
  })
})

describe('what a shown line says little without', () => {
  const gauge = (i: number) => `def turn_${i}(pump, speed):\n    return pump.turn(speed + ${i})\n`
  const inPython = (goal: string, ...middle: readonly string[]) =>
    answer({
      text: [...filler(60, gauge), ...middle, ...filler(60, (i) => gauge(i + 60))].join('\n'),
      goal,
      fileName: 'pump.py',
    }).lines

  test('a default is what a name is set to where nothing was given', () => {
    const given = ['    if methods is None:', '        methods = ["STEAM"]']
    const lines = inPython(
      'Which methods does a boiler accept by default?',
      'class Boiler:',
      '    def __init__(self, steam, methods=None):',
      '        self.steam = steam',
      '        self.kettle = Kettle(steam)',
      ...given.map((line) => `    ${line}`),
      '        self.methods = {method.upper() for method in methods}',
      ...filler(9, (i) => `    def open_${i}(self):\n        return self.methods[${i}]\n`),
    )
    expect(lines).toEqual(expect.arrayContaining(given.map((line) => `    ${line}`)))
  })

  test('an assertion with a message is an error that is raised', () => {
    const check = '    assert kind in KINDS, f"Unknown boiler valve {kind!r}"'
    const lines = inPython(
      'What does a boiler valve that does not exist raise?',
      'def open_valve(kind):',
      check,
      ...filler(9, (i) => `def close_${i}(tank):\n    raise TankError(${i}, tank)\n`),
    )
    expect(lines).toContain(check)
    expect(lines.filter((line) => line.includes('TankError')).length).toBeLessThan(3)
  })
})

describe('where the scorer sees no place that stands out', () => {
  test('how code works is asked in words that it does not have', () => {
    const goal = 'How does a lone dash get through?'
    const { lines, closing } = answer({
      text: [...some, ...more].join('\n'),
      goal,
      fileName: 'pump.js',
    })
    expect(closing).toContain('not in this text: lone, dash')
    expect(lines.length).toBeGreaterThan(20)
  })
  test('more is shown, but not all', () => {
    const valve = (i: number) =>
      `  turn${i}(valve) {\n    if (valve.level > this.level${i}) return\n    valve.level = this.level${i}\n  }`
    const text = filler(120, valve).join('\n')
    const { lines } = answer({
      text,
      goal: 'When is the level of a valve left as it is?',
      fileName: 'pump.js',
    })
    expect(lines.length).toBeGreaterThan(40)
    expect(lines.length).toBeLessThan(240)
  })
})

test('a default is what stands behind an or', () => {
  const given = [
    '    this.mostPipes = options.mostPipes || 5',
    '    this.mostTanks = options.mostTanks ?? 100',
  ]
  const lines = asked(
    'How many pipes and tanks are drained by default?',
    '  set(options) {',
    ...given,
    '  }',
  )
  expect(lines).toEqual(expect.arrayContaining(given))
})

test('how many parts of an error message asks for no errors', () => {
  const failing = filler(
    9,
    (i) => `  fail${i}() {\n    throw new Error('valve ${i} is stuck')\n  }`,
  )
  const kept = '    return String(error.message).slice(0, 10_000)'
  const lines = asked(
    'How many characters of the error message are stored?',
    ...failing,
    '  messageOf(error) {',
    kept,
    '  }',
  )
  expect(lines).toContain(kept)
})

describe('a function by its name', () => {
  const overloads = [
    '  fillTank(tank) {',
    '    return this.fillTank(tank, this.limit)',
    '  }',
    '',
    '  fillTank(tank, limit) {',
    '    let left = limit',
    '    for (const leaking of tank.valves) {',
    "      if (leaking.isOpen() && leaking.pressure > left && leaking.wasRepairedBefore(this.started, tank)) this.close(leaking, 'LEAKING_TANK_MESSAGE')",
    '      left -= leaking.width',
    '    }',
    '    return left',
    '  }',
  ]
  test('with its overloads, though a constant has words of the question', () => {
    const goal = 'What does fillTank do when a valve is leaking?'
    const constant = "const LEAKING_TANK_MESSAGE = 'the tank is leaking'"
    expect(asked(goal, constant, ...overloads)).toEqual(
      expect.arrayContaining(overloads.filter((line) => line !== '')),
    )
  })
})

test('a name that is set again, by its words', () => {
  const written = ['    _openValveTries++', '    _openValveTries = 0']
  const lines = asked(
    'Where is the open valve tries counter reset?',
    '  seal() {',
    written[0]!,
    '  }',
    ...filler(
      8,
      (i) => `  openValve${i}(task) {\n    return this.run(task, open(valve(${i})))\n  }`,
    ),
    '  restart() {',
    written[1]!,
    '  }',
  )
  expect(lines).toEqual(expect.arrayContaining(written))
})

describe('a list without a keyword', () => {
  test('by what makes its members', () => {
    const bindings = filler(12, (i) => `    Binding("f${i}", "drain(${i})", show=False),`)
    const lines = asked('Which key bindings are defined?', '  KEYS = [', ...bindings, '  ]')
    expect(lines).toEqual(expect.arrayContaining(bindings))
    expect(lines.length).toBeLessThan(20)
  })
  test('by what is said of its members', () => {
    const notes = filler(38, (i) => `    // SETTING_${i} is optional.`)
    const lines = asked(
      'Which settings are optional?',
      '  load() {',
      ...notes.flatMap((note, i) => [note, `    this.read('SETTING_${i}')`, `    this.keep(${i})`]),
      '  }',
    )
    expect(lines).toEqual(expect.arrayContaining(notes))
  })
})

test('what a function does is not where it is used', () => {
  const body = [
    'function drain_all(tank) {',
    '  const valves = tank.valves.filter(isOpen)',
    '  for (const valve of valves) valve.turn(valves.length)',
    '  return valves.at(-1)',
    '}',
  ]
  const uses = filler(6, (i) => `const drained${i} = drain_all(tank${i})`)
  const lines = asked('What does drain_all do after its last valve is used up?', ...body, ...uses)
  expect(lines).toEqual(expect.arrayContaining(body))
})

test('types whose names begin with a word of the question', () => {
  const types = filler(12, (i) => `class drain_by${i}(drain_base):`)
  const text = types
    .flatMap((type, i) => [
      type,
      `    """Lets water out, way ${i}."""`,
      '',
      `    way = ${i * 7}`,
      '',
    ])
    .join('\n')
  const goal = 'Which drain strategies are there?'
  expect(answer({ text, goal, fileName: 'drains.py' }).lines).toEqual(types)
})
