// Declares the opcodes of pickles that PyTorch writes.
#pragma once

namespace modecheck::engine::archives {

enum class PickleOpcode : unsigned char {
  Mark = '(',
  Stop = '.',
  BinInt = 'J',
  BinInt1 = 'K',
  BinInt2 = 'M',
  None = 'N',
  BinPersId = 'Q',
  Reduce = 'R',
  BinUnicode = 'X',
  Append = 'a',
  Build = 'b',
  Global = 'c',
  BinGet = 'h',
  LongBinGet = 'j',
  Appends = 'e',
  EmptyList = ']',
  BinPut = 'q',
  LongBinPut = 'r',
  SetItem = 's',
  Tuple = 't',
  SetItems = 'u',
  BinFloat = 'G',
  EmptyDict = '}',
  EmptyTuple = ')',
  Proto = 0x80,
  NewObj = 0x81,
  Tuple1 = 0x85,
  Tuple2 = 0x86,
  Tuple3 = 0x87,
  NewTrue = 0x88,
  NewFalse = 0x89,
  Long1 = 0x8a,
};

}  // namespace modecheck::engine::archives
